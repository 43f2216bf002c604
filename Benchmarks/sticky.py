"""What `batch --sticky` costs: a first run, which writes every assignment, and a second one, which finds all on record."""

import json
import shutil

from growth import growth_report, growth_table
from programs import HERE, SCRATCH, Program, batch, users_file
from timing import alternate

ROWS = 1_000_000
ROUNDS = 5


def sticky_programs() -> list[Program]:
    """The benchmark's workspace with every experiment sticky."""
    config = SCRATCH / "workspace-sticky"
    shutil.rmtree(config, ignore_errors=True)
    shutil.copytree(HERE / "workspace", config)
    for file in (config / "experiments").iterdir():
        file.write_text(json.dumps(json.loads(file.read_text()) | {"sticky": True}))
    out, store = SCRATCH / "out.csv", SCRATCH / "sticky.db"
    without = batch(str(users_file(ROWS)), out, "--threads", "2", config=config)
    sticky = [*without, "--sticky", str(store)]
    anew = ["sh", "-c", 'rm -f "$0" && exec "$@"', str(store), *sticky]
    return [
        Program("without --sticky", without, out),
        Program("all written", anew, out),
        Program("all on record", sticky, out),
    ]


def sticky_table() -> str:
    runs = alternate(sticky_programs(), ROUNDS)
    first = runs["without --sticky"]
    reports = [growth_report(name, ROWS, first, each) for name, each in runs.items()]
    return growth_table(f"{ROWS:,} users", reports)
