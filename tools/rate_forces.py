"""Rate the forces of a scenario: from what units consisted of to `counters.tsv`.

    python tools/rate_forces.py yelnya

The formula is explained in the scenario's notes.md; establishments and weights are in NAME_forces.toml. A shorter
scenario of the same battle has a file with `same_as = "sicily"` and its `[changes]`: it has those units that its
scenario.toml names.
"""

from __future__ import annotations

import argparse
import re
import tomllib
from fractions import Fraction
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
SCENARIOS = HERE.parent / "src/redball/scenarios/data"
NATIONS = {"axis": "de", "soviet": "su"}
"""Each side's nation, for force files without their own `nations`. Where a side has several (a list), the first letters
of a unit's id say whose it is."""
SIDE_VALUES = ("strength", "ar", "ma", "barrage", "range", "throw")
COLUMNS = (
    "id", "side", "name", "nation", "formation", "kind", "size", "symbol", "colour", "re", "no_rebuild",
    *(f"combat_{value}" for value in SIDE_VALUES), *(f"move_{value}" for value in SIDE_VALUES),
    "points", "transport", "divisional",
)  # fmt: skip


def half_up(value: Fraction) -> int:
    """Round as the rulebook does: a half goes up."""
    return int(value + Fraction(1, 2))


def weighed(elements: str, weights: dict[str, str]) -> Fraction:
    """The sum of the elements, each its number times the weight of its letter.

    >>> weighed("9i+2g", {"i": "1.3", "g": "0.7"})
    Fraction(131, 10)
    """
    parts = [re.fullmatch(r"(\d+)([a-z])", part) for part in elements.split("+")]
    return sum((int(part[1]) * Fraction(weights[part[2]]) for part in parts if part), Fraction(0))


class Rater:
    """Turns one unit's entry into the cells of its line."""

    def __init__(self, forces: dict[str, Any]) -> None:
        self.forces = forces
        self.nations: dict[str, str | list[str]] = forces.get("nations", NATIONS)

    def cells(self, unit: str, side: str, entry: dict[str, Any]) -> dict[str, str]:
        nation = self._nation(unit, side)
        looks = self.forces["types"][entry["type"]]
        kind = looks.get("kind", "combat")
        combat_ma, move_ma = looks[nation]
        transport = kind == "transport"
        found = {
            "id": unit, "side": side, "name": entry["name"], "nation": nation, "formation": entry.get("formation", ""),
            "kind": kind, "size": entry.get("size", ""), "symbol": looks["symbol"],
            "colour": "" if transport else looks.get("colour", "other"), "re": str(entry.get("re", "")),
            "combat_ma": combat_ma, "move_ma": move_ma, "points": str(entry.get("points", "")),
            "transport": looks.get("transport", ""),
        }  # fmt: skip
        if kind == "repl":
            return found | {"move_strength": "1", "move_ar": "0"}
        if not transport and kind != "hq":
            rating = str(self.forces["action_rating"][nation] + entry.get("quality", 0))
            found |= {"combat_ar": rating, "move_ar": rating}
        if kind == "hq":
            found["combat_throw"], found["move_throw"] = looks["throw"][nation]
        elif kind == "artillery":
            found |= self._barrage(entry, nation, looks["range"])
        elif not transport:
            found |= self._strength(entry, nation, bracketed=looks.get("defends", False))
        return found

    def _nation(self, unit: str, side: str) -> str:
        nations = self.nations[side]
        if isinstance(nations, str):
            return nations
        assert unit.split("-")[0] in nations, f"{unit} is of no nation of {side}"
        return unit.split("-")[0]

    def _points(self, entry: dict[str, Any], nation: str) -> Fraction:
        return weighed(entry["elements"], self.forces["weights"][nation]) * Fraction(entry.get("fill", "1"))

    def _barrage(self, entry: dict[str, Any], nation: str, reach: int) -> dict[str, str]:
        strength = half_up(self._points(entry, nation))
        return {
            "combat_barrage": str(strength), "combat_range": str(reach),
            "move_barrage": str(max(1, half_up(Fraction(strength, 3)))), "move_range": str(max(1, reach - 1)),
        }  # fmt: skip

    def _strength(self, entry: dict[str, Any], nation: str, *, bracketed: bool) -> dict[str, str]:
        strength = max(1, half_up(self._points(entry, nation)))
        printed = (strength, max(1, strength // 2))
        combat, move = (f"({value})" if bracketed else str(value) for value in printed)
        return {"combat_strength": combat, "move_strength": move}


def counters_file(name: str) -> Path:
    """A scenario's counters file."""
    return SCENARIOS / name / "counters.tsv"


def forces_of(name: str) -> dict[str, Any]:
    """The forces of a scenario; if they are those of another one, only what it uses of them, with its changes."""
    forces = tomllib.loads((HERE / f"{name}_forces.toml").read_text(encoding="utf-8"))
    if "same_as" not in forces:
        return forces
    found, changes = forces_of(forces["same_as"]), forces.get("changes", {})
    used = set(re.findall(r'"([a-z0-9-]+)"', (SCENARIOS / name / "scenario.toml").read_text(encoding="utf-8")))
    for side in found["nations"]:
        for title, group in found[side].items():
            kept = {
                unit: entry | changes.get(unit, {})
                for unit, entry in group.items()
                if unit in used or found["types"][entry["type"]].get("kind") == "repl"
            }
            found[side][title] = kept
    return found


def table(name: str) -> str:
    """The text of a scenario's counters.tsv."""
    forces = forces_of(name)
    rater = Rater(forces)
    lines = ["\t".join(COLUMNS)]
    for side in rater.nations:
        for group in forces[side].values():
            for unit, entry in group.items():
                cells = rater.cells(unit, side, entry)
                lines.append("\t".join(cells.get(column, "") for column in COLUMNS))
    return "\n".join(lines) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Rate the forces of a scenario.")
    parser.add_argument("scenario", help="its folder's name, like yelnya")
    name = parser.parse_args().scenario
    counters_file(name).write_text(table(name), encoding="utf-8")
    print(f"wrote {counters_file(name)}")


if __name__ == "__main__":
    main()
