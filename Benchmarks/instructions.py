"""Instructions per row of `personalize batch`, beside the recorded figure.

    scripts/bench-instructions [--record]

The difference of two runs leaves out what starting and loading cost.
"""

import argparse
import json
import os
import re
import subprocess
import sys

from programs import HERE, PERSONALIZE, SCRATCH, batch, users_file

FEW, MANY = 2_000, 12_000
RECORD = HERE / "instructions.json"
TOLERANCE = 0.10


def without_symbols() -> str:
    """A copy of the tool that every valgrind reads: older ones give up on newer compilers' debug information."""
    SCRATCH.mkdir(parents=True, exist_ok=True)
    copy = SCRATCH / "personalize"
    subprocess.run(["strip", "-o", copy, PERSONALIZE], check=True)
    return str(copy)


def instructions(tool: str, rows: int) -> int:
    out = SCRATCH / "instructions.csv"
    valgrind = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"]
    command = [*valgrind, tool, *batch(str(users_file(rows)), out, "--threads", "1")[1:]]
    # Swift else seeds its hash tables anew in each process.
    environment = os.environ | {"SWIFT_DETERMINISTIC_HASHING": "1"}
    ended = subprocess.run(command, capture_output=True, text=True, env=environment)
    counted = re.search(r"Collected\s*:\s*(\d+)", ended.stderr)
    if ended.returncode != 0 or not counted:
        print(ended.stderr, file=sys.stderr)
        sys.exit(2)
    return int(counted[1])


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench-instructions", description=__doc__.partition("\n")[0])
    parser.add_argument("--record", action="store_true", help="write the figure as the one to compare with")
    options = parser.parse_args()
    tool = without_symbols()
    per_row = round((instructions(tool, MANY) - instructions(tool, FEW)) / (MANY - FEW))
    if options.record:
        RECORD.write_text(json.dumps({"instructionsPerRow": per_row}, indent=2) + "\n")
        print(f"{per_row:,} instructions per row, recorded")
        return
    recorded = json.loads(RECORD.read_text())["instructionsPerRow"]
    change = per_row / recorded - 1
    print(f"{per_row:,} instructions per row, {change:+.1%} against the record of {recorded:,}")
    if change > TOLERANCE:
        sys.exit(f"more than {TOLERANCE:.0%} above the record")
    if change < -TOLERANCE:
        print("well below the record: write the new figure with scripts/bench-instructions --record")


if __name__ == "__main__":
    main()
