"""The benchmark's decisions by GrowthBook's SDK.

    python3 growthbook_peer.py USERS.csv OUT.csv

The SDK decides about segments (as conditions) and experiments; it knows no slots, so laying them over each other is
done here. The SDK knows no locks either: an experiment that sets a slot which `senior` locks leaves seniors out.
"""

import csv
import sys
from collections.abc import Callable
from typing import Any

from growthbook import Experiment, GrowthBook
from growthbook.core import evalCondition

# From the lowest to the highest priority.
SEGMENTS: dict[str, dict[str, Any]] = {
    "newcomer": {"first_seen": {"$gte": "2026-09-01T00:00:00Z"}},
    "quick-session": {"sessions_per_day": {"$gte": 5}, "median_session_seconds": {"$gt": 0, "$lt": 90}},
    "shift-worker": {"$or": [{"shift": {"$in": ["night", "rotating"]}}, {"night_usage_share": {"$gte": 0.5}}]},
    "learner-abroad": {
        "country": {"$in": ["AT", "CH", "DE"]},
        "language": {"$in": ["en-GB", "pt-BR"]},
        "app_version": {"$vgte": "3.0.0"},
    },
    "shared-device": {"$or": [{"shared_device": True}, {"profiles_on_device": {"$gte": 3}}]},
    "senior": {"$or": [{"age": {"$gte": 65}}, {"text_scale": {"$gte": 1.6}}]},
}

EXPERIMENTS: list[Experiment[str]] = [
    Experiment(
        key="entry-review", variations=["control", "review"], coverage=0.8, hashAttribute="user_id", hashVersion=2
    ),
    Experiment(
        key="layout-newcomers",
        variations=["control", "dashboard"],
        weights=[0.3, 0.7],
        condition={"$and": [{"segments": {"$in": ["newcomer"]}}, {"segments": {"$nin": ["senior"]}}]},
        hashAttribute="user_id",
        hashVersion=2,
    ),
    Experiment(
        key="practice-cards",
        variations=["control", "saved-first", "review-first"],
        condition={"plan": {"$in": ["plus", "family"]}},
        namespace=("practice", 0, 0.5),
        hashAttribute="user_id",
        hashVersion=2,
    ),
    Experiment(
        key="tab-order",
        variations=["control", "saved-second"],
        coverage=0.5,
        condition={"segments": {"$nin": ["shift-worker", "senior"]}},
        hashAttribute="user_id",
        hashVersion=1,
    ),
]

READERS: dict[str, Callable[[str], Any]] = {
    "age": float,
    "text_scale": float,
    "night_usage_share": float,
    "shared_device": lambda cell: cell == "true",
    "profiles_on_device": float,
    "sessions_per_day": float,
    "median_session_seconds": float,
}

SLOTS = {"entry": "home", "layout": "tab", "tabs": "home|practice|saved|progress|settings", "fallback": "home"}
SEGMENT_SLOTS: dict[str, dict[str, str]] = {
    "newcomer": {"entry": "guided"},
    "quick-session": {"entry": "quick-practice"},
    "shift-worker": {"layout": "dashboard", "tabs": "practice|saved|home|progress|settings"},
    "learner-abroad": {"entry": "saved"},
    "shared-device": {"entry": "choose-profile", "fallback": "profilePicker"},
    "senior": {"layout": "tab", "tabs": "home|practice|saved|progress|settings", "fallback": "savedList"},
}
VARIATION_SLOTS: dict[str, dict[str, str]] = {
    "review": {"entry": "review"},
    "dashboard": {"layout": "dashboard"},
    "saved-second": {"tabs": "home|saved|practice|progress|settings"},
}


def attributes_of(names: list[str], cells: list[str]) -> dict[str, Any]:
    return {name: READERS.get(name, str)(cell) for name, cell in zip(names, cells) if cell}


def decide(growthbook: GrowthBook, attributes: dict[str, Any]) -> list[str]:
    segments = [key for key, condition in SEGMENTS.items() if evalCondition(attributes, condition)]
    growthbook.set_attributes(attributes | {"segments": segments})
    results = [growthbook.run(experiment) for experiment in EXPERIMENTS]
    variations = [result.value if result.inExperiment else "" for result in results]
    slots = dict(SLOTS)
    for segment in segments:
        slots |= SEGMENT_SLOTS[segment]
    for variation in variations:
        slots |= VARIATION_SLOTS.get(variation, {})
    return [attributes["user_id"], "|".join(segments), *slots.values(), *variations, ""]


def main(users: str, out: str) -> None:
    with open(users, encoding="utf-8", newline="") as source, open(out, "w", encoding="utf-8", newline="") as target:
        rows, writer = csv.reader(source), csv.writer(target, lineterminator="\n")
        names = next(rows)
        writer.writerow(
            ["user_id", "segments", "entry", "home_layout", "home_tabs", "fallback"]
            + ["experiment." + experiment.key for experiment in EXPERIMENTS]
            + ["issues"]
        )
        growthbook = GrowthBook()
        writer.writerows(decide(growthbook, attributes_of(names, cells)) for cells in rows)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2])
