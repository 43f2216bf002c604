"""Compares the decisions of a Spark job, in Parquet, with those of the command line, in CSV.

python compare.py PARQUET CSV
"""

from __future__ import annotations

import sys

import duckdb

spark, batch = sys.argv[1:]
duckdb.read_parquet(f"{spark}/*.parquet").create_view("spark")
duckdb.read_csv(batch, all_varchar=True).create_view("batch")
columns = [
    f"""nullif(array_to_string("{name}", '|'), '')""" if kind.endswith("[]") else f'"{name}"'
    for name, kind, *_ in duckdb.sql("describe spark").fetchall()
]
alike = f"select {', '.join(columns)} from spark"
different = f"({alike} except all from batch) union all (from batch except all {alike})"
((differences,),) = duckdb.sql(f"select count(*) from ({different})").fetchall()
print(duckdb.sql("select home_layout, entry, count(*) as users from spark group by all order by users desc"))
print(f"{differences} rows differ from those of personalize batch")
sys.exit(differences > 0)
