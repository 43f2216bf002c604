"""The benchmark: checks that all programs decide the same, measures them, prints tables and writes out/bench.json.

    scripts/bench [--quick] [--growth]
    scripts/bench --sticky
"""

import argparse
import json
import subprocess
import sys
from statistics import median
from typing import Any

from checks import check
from growth import extremes, grow, growth_table, programs_by_rows, programs_by_size
from programs import AT, HERE, PERSONALIZE, ROOT, growthbook, programs, users_file
from report import Bar, bar_report, bar_table, bars, decisions_table, facts, file_report, file_table
from sticky import sticky_table
from timing import Run, alternate, measure

EVALUATE_RUNS = 20
DECISIONS_SCRATCH = ".build/bench-decisions"


def measure_files(sizes: list[int], rounds: int, sdk_rows: int) -> list[tuple[dict[str, Any], dict[str, list[Run]]]]:
    """Per file the report and the runs. GrowthBook's SDK, which would take minutes, gets a small one with the first."""
    measured = []
    for size in sizes:
        candidates, rows_of = programs(users_file(size)), {}
        if size == sizes[0]:
            sdk = growthbook(users_file(sdk_rows))
            candidates.append(sdk)
            rows_of = {sdk.name: sdk_rows}
        runs = alternate(candidates, rounds)
        report = file_report(size, runs, rows_of)
        print(file_table(report) + "\n", flush=True)
        measured.append((report, runs))
    return measured


def measure_evaluate() -> list[float]:
    """In the workspace that is shipped, the largest one at hand."""
    command = [PERSONALIZE, "evaluate", "--at", AT, "--user", '{"user_id": "u1", "age": 71}']
    return [measure(command, ROOT).seconds for _ in range(EVALUATE_RUNS)]


def measure_decisions() -> dict[str, Any] | None:
    """Decisions through the public API, where the Swift package that measures them is there."""
    if not (HERE / "Package.swift").exists():
        return None
    build = ["swift", "build", "-c", "release", "--package-path", "Benchmarks", "--scratch-path", DECISIONS_SCRATCH]
    if subprocess.run(build, cwd=ROOT, stdout=sys.stderr).returncode != 0:
        sys.exit("bench: the package in Benchmarks does not build")
    product = ROOT / DECISIONS_SCRATCH / "release" / "Decisions"
    ended = subprocess.run([str(product)], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if ended.returncode != 0:
        sys.exit("bench: Decisions failed")
    decisions: dict[str, Any] = json.loads(ended.stdout)
    return decisions


def decision_bars(measurements: list[dict[str, Any]]) -> list[Bar]:
    return [Bar(each["name"], each["value"], each["bar"], each["unit"]) for each in measurements if "bar" in each]


def measure_growth() -> dict[str, Any]:
    by_rows = grow(programs_by_rows())
    print(growth_table("longer files", by_rows) + "\n", flush=True)
    by_size = grow(programs_by_size(200_000))
    print(growth_table("larger workspaces", by_size) + "\n", flush=True)
    by_extreme = {}
    for title, programs_of_title in extremes():
        by_extreme[title] = grow(programs_of_title)
        print(growth_table(f"ten times the {title}", by_extreme[title]) + "\n", flush=True)
    return {"rows": by_rows, "workspaces": by_size, "extremes": by_extreme}


def main() -> None:
    parser = argparse.ArgumentParser(prog="scripts/bench", description="Measures personalize beside other programs.")
    parser.add_argument("--quick", action="store_true", help="200,000 users, three rounds, under a minute")
    parser.add_argument("--growth", action="store_true", help="ten million users and larger workspaces as well")
    parser.add_argument("--sticky", action="store_true", help="only what batch --sticky costs")
    options = parser.parse_args()
    if options.sticky:
        print(sticky_table())
        return
    sizes, rounds, check_rows = ([200_000], 3, 20_000) if options.quick else ([1_000_000, 5_000_000], 5, 100_000)

    report = facts()
    machine, peers = report["machine"], report["peers"]
    print(f"personalize {report['version']} on {machine['cpus']} × {machine['cpu']}, {machine['system']}")
    print("beside " + ", ".join(f"{name} {number}" for name, number in peers.items()) + "\n", flush=True)

    report["checks"] = check(users_file(check_rows))
    print("\n".join(report["checks"]) + "\n", flush=True)

    measured = measure_files(sizes, rounds, check_rows)
    evaluate = measure_evaluate()
    decisions = measure_decisions()
    measurements = decisions["measurements"] if decisions else []
    if measurements:
        print(decisions_table(measurements) + "\n", flush=True)
    growth = measure_growth() if options.growth else None
    reached = bars([runs for _, runs in measured], median(evaluate)) + decision_bars(measurements)
    print(bar_table(reached))

    report["files"] = [file for file, _ in measured]
    report["evaluate"] = {
        "runs": [round(seconds, 5) for seconds in evaluate],
        "medianSeconds": round(median(evaluate), 5),
    }
    if decisions:
        report["decisions"] = decisions
    if growth:
        report["growth"] = growth
    report["bars"] = [bar_report(bar) for bar in reached]
    out = ROOT / "out" / "bench.json"
    out.parent.mkdir(exist_ok=True)
    out.write_text(json.dumps(report, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print("\nthe same and every run: out/bench.json")


if __name__ == "__main__":
    main()
