"""How answers of the table companion are put together from parts: which fields of a question decide which part."""

from __future__ import annotations

from collections.abc import Mapping
from fnmatch import fnmatchcase
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

EVERY = "*"
COLUMN = "column"
WHOLE = {"*": EVERY}


class Need(NamedTuple):
    """One value of a field, or any that is set (None), goes only with one value of another field, or with any that is
    set (None)."""

    field: str
    value: str | None
    of: str
    known: str | None = None

    def met(self, question: Mapping[str, Any]) -> bool:
        """Whether a question keeps to it."""
        asked, known = question[self.field], question[self.of]
        holds = asked == self.value if self.value else asked
        return bool(not holds or (known == self.known if self.known else known))


class Plan(NamedTuple):
    """Names of the fields that decide each part: `*` all of them, `column` the column after the shifts."""

    head: Mapping[str, str] = WHOLE
    """By the names of what is known before the dice, in their order."""
    ledger: Mapping[str, str] = WHOLE
    """By the charts of the lines, in their order."""
    tree: str = EVERY
    expected: str = EVERY
    certain: str = ""
    typed: Mapping[str, int] = {}
    """Numbers that are typed in, with the parts of one in which they are counted; 0 for any."""
    limits: Mapping[str, str] = {}
    """Numbers that are at most another one."""
    needs: tuple[Need, ...] = ()
    """Values that go only with others."""
    start: str = ""
    """The number that decides `initial_column`. The column is so many further on as the lines of `shifts` come to."""
    shifts: tuple[str, ...] = ()
    """Charts whose lines shift the column, as in `ledger`."""
    factor: str = ""
    """Fields that decide what multiplies the number that is typed in, before all else: the "x" lines of the ledger."""
    each: Mapping[str, str] = {}
    """Dice that are thrown for each of so many: the field that counts these, in the question and in outcomes."""

    def allows(self, question: Mapping[str, Any]) -> bool:
        """Whether a question has an answer as far as its fields limit each other."""
        within = all(Fraction(question[name]) <= Fraction(question[most]) for name, most in self.limits.items())
        return within and all(need.met(question) for need in self.needs)


DENSITY, TERRAIN = "barrage_*density", "barrage_shifts.*close"
SPOTTER, STRAT, HEDGEHOG = "barrage_shifts.no_spotter", "barrage_shifts.strat_mode", "barrage_shifts.hedgehog"
NEAR = "barrage_shifts.short_range"

BARRAGE = Plan(
    head={"initial_column": "strength", COLUMN: COLUMN, "cost": "strength arm"},
    ledger={
        "barrage": "strength",
        DENSITY: "re",
        HEDGEHOG: "hedgehog",
        TERRAIN: "terrain",
        SPOTTER: "no_spotter",
        STRAT: "strat",
        NEAR: "arm short_range",
    },
    tree=f"{COLUMN} arm hedgehog no_spotter",
    expected="",
    certain="strength arm",
    typed={"strength": 0, "re": 4},
    needs=(Need("short_range", None, "arm", "air"),),
    start="strength",
    shifts=(DENSITY, HEDGEHOG, TERRAIN, SPOTTER, STRAT, NEAR),
)
BARRAGE_OF_NEW_OCS = Plan(
    head={"initial_column": "strength", COLUMN: COLUMN, "cost": "strength arm move_mode"},
    ledger={
        "barrage": "strength",
        DENSITY: "re soft",
        STRAT: "strat",
        SPOTTER: "arm no_spotter",
        TERRAIN: "terrain",
        HEDGEHOG: "terrain hedgehog",
        "barrage_prices": "strength arm move_mode",
    },
    tree=COLUMN,
    expected="",
    typed={"strength": 0, "re": 4, "soft": 4},
    limits={"soft": "re"},
    start="strength",
    shifts=(DENSITY, STRAT, SPOTTER, TERRAIN, HEDGEHOG),
)
FACILITY = Plan(
    head={"column": "strength", "cost": "strength"},
    ledger={"facility": "strength"},
    tree="strength target level hits",
    expected="",
    certain="strength",
    typed={"strength": 0},
    each={"plane": "planes"},
)
SHIP_TARGET = Plan(
    head={"initial_column": "strength", COLUMN: COLUMN, "cost": ""},
    ledger={
        "naval_targets.[ad]*": "arm protection",
        "barrage": "strength",
        NEAR: "arm short_range",
        "naval_targets.s*": "target dg",
    },
    tree=f"{COLUMN} target dg points brackets_dg",
    expected="target",
    typed={"strength": 0},
    needs=(
        Need("short_range", None, "arm", "air"),
        Need("points", None, "target", "landing_craft"),
        Need("target", "landing_craft", "points"),
        Need("target", "coastal_artillery", "arm", "naval"),
    ),
    start="strength",
    shifts=(NEAR,),
    factor="arm protection",
)

PLANS = {
    "fire:make_barrage": BARRAGE,
    "new_ocs_tables:make_barrage": BARRAGE_OF_NEW_OCS,
    "fire:make_facility": FACILITY,
    "ships:make_ship_target": SHIP_TARGET,
}
"""By the function that makes a question ready; forms without a plan are asked and written as a whole."""


@cache
def matches(name: str, pattern: str) -> bool:
    """Whether a plan means a name of the head, or a chart."""
    return pattern == EVERY or fnmatchcase(name, pattern)
