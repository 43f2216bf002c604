"""The benchmark's decisions in DuckDB, on two threads: runs duckdb.sql.

    python3 duckdb_peer.py USERS.csv OUT.csv
"""

import sys
from pathlib import Path

import duckdb


def main(users: str, out: str) -> None:
    connection = duckdb.connect()
    connection.execute("SET threads = 2")
    connection.execute("SET VARIABLE users = $path", {"path": users})
    connection.execute("SET VARIABLE out = $path", {"path": out})
    connection.execute(Path(__file__).with_name("duckdb.sql").read_text())


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
