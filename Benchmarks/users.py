"""Writes a CSV file of made-up users: the same rows for the same count, on every machine.

    python3 users.py COUNT OUT.csv

Fifteen columns, about 110 bytes a row. 3 % of the cells are empty; one name in ten is quoted and holds a comma, a
doubled quote, a line end or letters beyond ASCII.
"""

import random
import sys

HEADER = (
    "user_id,name,age,text_scale,shift,night_usage_share,shared_device,profiles_on_device,sessions_per_day,"
    "median_session_seconds,first_seen,app_version,country,language,plan"
)
MISSING = 0.03
# Profiles are drawn once and dealt to any number of users: a file of millions is written in seconds.
PROFILES = 200_000

PLAIN_NAMES = ["Ada", "Ben", "Chris", "Dana", "Eli", "Femi", "Gus", "Hana", "Ivo", "June", "Kit", "Lou", "Mia", "Noa"]
QUOTED_NAMES = ['"Lee, Sam"', '"the ""boss"""', '"two\nlines"', '"Zoë, née Großmann"', '"陳, 大文"', '"Łukasz\r\nŻak"']


def profile(rng: random.Random) -> str:
    """One row without its id."""
    name = rng.choice(QUOTED_NAMES) if rng.random() < 0.1 else rng.choice(PLAIN_NAMES)
    month, day = rng.randint(1, 11), rng.randint(1, 28)
    cells = [
        name,
        str(min(99, max(6, round(rng.gauss(38, 17))))),
        f"{rng.choice([0.85, 1, 1, 1, 1, 1.15, 1.3, 1.6, 2.1]):g}",
        rng.choices(["day", "night", "rotating"], [80, 12, 8])[0],
        f"{rng.betavariate(1.2, 5):.2f}",
        rng.choices(["false", "true"], [88, 12])[0],
        str(rng.choices([1, 2, 3, 4, 5], [70, 15, 8, 5, 2])[0]),
        f"{rng.lognormvariate(0.6, 0.9):.1f}",
        str(round(rng.lognormvariate(5, 0.8))),
        f"2026-{month:02}-{day:02}T{rng.randint(0, 23):02}:{rng.randint(0, 59):02}:00Z",
        f"{rng.randint(1, 4)}.{rng.randint(0, 12)}.{rng.randint(0, 5)}",
        rng.choice(["AT", "BR", "CH", "DE", "FR", "GB", "IN", "JP", "NG", "US"]),
        rng.choice(["de-DE", "en-GB", "es-ES", "fr-FR", "ja-JP", "pt-BR"]),
        rng.choices(["free", "plus", "family"], [70, 20, 10])[0],
    ]
    return ",".join("" if rng.random() < MISSING else cell for cell in cells)


def write(count: int, path: str) -> None:
    rng = random.Random(20_261_130)
    profiles = [profile(rng) + "\n" for _ in range(PROFILES)]
    with open(path, "w", encoding="utf-8", newline="") as file:
        file.write(HEADER + "\n")
        lines = []
        for number in range(count):
            digits = "%032x" % rng.getrandbits(128)
            lines.append(
                f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]},"
                + profiles[rng.getrandbits(40) % PROFILES]
            )
            if len(lines) == 100_000 or number == count - 1:
                file.writelines(lines)
                lines.clear()


if __name__ == "__main__":
    write(int(sys.argv[1]), sys.argv[2])
