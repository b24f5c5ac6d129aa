"""Writes the data for the table companion's page: `python tools/companion_data.py`.

`web/src/companion/charts.json`: the charts behind its tables, the questions with their fields, the prices, and the
answers that the page looks up (`companion_answers.py`).

`web/tests/companion.fixtures.json`: random questions with Python's odds and one roll with given dice, which the page's
own computation must match. `web/tests/companion.grid.json`: every pair of columns of the two-sided tables.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

import companion_answers
from redball import editions
from redball.analysis.companion import KINDS, AskError, Kind
from redball.charts import Charts
from redball.charts.ground_combat import parse_odds
from redball.charts.loading import TablePage
from redball.core.battle import SpecialAttack
from redball.core.chances import Rolled
from redball.core.ledger import Price
from redball.editions.new_ocs.charts import AirOperations
from redball.editions.new_ocs.combat_charts import AttackersTable, CoverShift, DefendersTable
from redball.editions.v1992.charts import AirToAir
from redball.rules.supply.points import PRICE_LIST

WEB = Path(__file__).resolve().parents[1] / "web"
CHARTS = WEB / "src/companion/charts.json"
FIXTURES, GRID = WEB / "tests/companion.fixtures.json", WEB / "tests/companion.grid.json"
V1992 = ("v4", "v1992")
NEW_OCS = ("v4", "new_ocs", "new_ocs_combat")
SETS = (("v4",), V1992, (*V1992, "v1992-surprise"), NEW_OCS, (*NEW_OCS, "burma"))
"""Chart sets that the page offers: a base and its overlays."""
TABLES = ("combat", "surprise", "capture", "supply_costs", "air_combat")
"""Tables that the page reads; what is answered here needs none."""
TWO_SIDED = (
    "combat_attackers", "combat_defenders", "rating_effects", "surprise_effects", "cover_shifts", "combat_limits",
    "armor_advantage", "combat_density", "burma_rules", "supply_evasion",
)  # fmt: skip
"""Tables that only some sets have: those of a combat table of two sides, and what goes with it."""
SPECIAL = ("special_attacks", "options_freed")
"""Tables of charts that know more than ordinary attacks."""
ONLY_COMBAT = ("surprise", "burma_rules")
"""Tables that no answer of `companion_answers` comes from: sets that differ in nothing else share these."""
AIR = ("air_to_air", "doubling_up", "air_operations")
"""Tables of aircraft that only some sets have."""
ONLY_TWO_SIDED = (
    "combat", "overrun", "barrage", "capture", "attrition", "blow", "breakout", "air-combat", "flak", "air-drop",
    "base-capture",
)  # fmt: skip
"""What is asked of sets with such a table; the other kinds wait for air and sea."""
NEEDS = {"charge": "burma_rules"}
"""Fields of a question that one table stands behind: without it they are not asked."""
QUESTIONS = 26
"""Random questions of each kind on the first set; those of later sets ask only what stands on other tables, and
two sets share a table of two sides."""
ELSEWHERE = ("mission",)
"""Kinds that the page does not have: their answers are too many to be looked up, and nothing is computed twice."""
ASKED = {name: kind for name, kind in KINDS.items() if name not in ELSEWHERE}
TABLED = ("combat", "overrun")
"""Kinds whose tables differ in every set."""
OVERLAID = (*TABLED, "barrage", "capture", "air-combat", "flak", "air-drop")
"""Kinds that some sets ask otherwise."""
GRID_ROUNDS = 3
"""Questions for each pair of columns of a table of two sides, all else at random."""


# --- charts and questions ------------------------------------------------------------------------------------------


def page_data() -> dict[str, Any]:
    """Everything that the page reads."""
    sets: list[dict[str, Any]] = []
    written: list[dict[str, Any]] = []
    known: dict[str, dict[str, int]] = {}
    for names in SETS:
        charts = editions.charts_from(*names)
        read = json.dumps({name: page.table for name, page in charts.page().tables.items() if name not in ONLY_COMBAT})
        if read not in known:
            known[read] = {name: place_of(answer, written) for name, answer in looked_up(charts)}
        sets.append(chart_set(names) | {"answers": known[read]})
    return {"sets": sets, "kinds": [schema(kind) for kind in ASKED.values()], "answers": written}


def looked_up(charts: Charts) -> Iterator[tuple[str, dict[str, Any]]]:
    """The kinds of a set that the page looks up."""
    for name in companion_answers.LOOKED_UP:
        if name in offered(charts):
            yield name, companion_answers.answers(KINDS[name], form_of(KINDS[name], charts)["fields"], charts)


def place_of(thing: Any, things: list[Any]) -> int:
    """Where a thing stands among others, to which it is added if it is new: sets share most answers."""
    if thing not in things:
        things.append(thing)
    return things.index(thing)


def chart_set(names: tuple[str, ...]) -> dict[str, Any]:
    """One set of charts as plain data."""
    charts = editions.charts_from(*names)
    page = charts.page()
    shipped = (*TABLES, *TWO_SIDED, *SPECIAL, *AIR)
    title = page.titles[0] if len(names) == 1 else page.titles[-1]
    return {
        "id": "+".join(names),
        "title": title,
        "note": RECONSTRUCTED if reconstructed(page.tables) else "",
        "tables": {name: page.tables[name].table for name in shipped if name in page.tables},
        "prices": msgspec.to_builtins(list(price_list(charts))),
        "forms": {name: form_of(KINDS[name], charts) for name in OVERLAID if KINDS[name].on(charts) is not KINDS[name]},
        "without": sorted(ASKED.keys() - offered(charts)),
    }


def price_list(charts: Charts) -> Iterable[Price]:
    """What things cost by the edition that plays with these charts, overlays of its options apart."""
    known = map(editions.edition, editions.names())
    within = (found for found in known if found.charts.names == charts.names[: len(found.charts.names)])
    return max(within, key=lambda found: len(found.charts.names)).policies[PRICE_LIST](charts)


RECONSTRUCTED = "The combat table of these charts is a reconstruction: the source describes it and does not print it."


def reconstructed(tables: Mapping[str, TablePage]) -> bool:
    """The combat table is none that was printed."""
    return any(tables[name].confidence == "reconstruction" for name in TWO_SIDED if name in tables)


def offered(charts: Charts) -> set[str]:
    """Kinds that a set answers: not those of which the page has no such form."""
    found = set(ONLY_TWO_SIDED) if charts.has(AttackersTable) else set(ASKED)
    return {name for name in found if name in OVERLAID or KINDS[name].on(charts) is KINDS[name]}


def form_of(kind: Kind, charts: Charts) -> dict[str, Any]:
    """The form that a kind has by some charts, without fields that they know nothing of."""
    found = schema(kind.on(charts))
    fields = [f for f in found["fields"] if NEEDS.get(f["name"], "") in ("", *charts.added)]
    for f in fields:
        if f["name"] == "special":
            named = (one.replace("_", "-") for one in charts.rows(SpecialAttack))
            f |= {"type": "choice", "choices": ["", *named]}
    return found | {"fields": fields}


def schema(kind: Kind) -> dict[str, Any]:
    """A kind of question as a form needs it."""
    hints = get_type_hints(kind.question, include_extras=True)
    fields = [field_schema(field, hints[field.name]) for field in msgspec.structs.fields(kind.question)]
    about = " ".join((kind.question.__doc__ or "").split())
    return {"name": kind.name, "title": kind.title, "about": about, "fields": fields, "dice": kind.dice}


def field_schema(field: Any, hint: Any) -> dict[str, Any]:
    """Type, bounds, choices and default of a field."""
    metas = [extra for extra in getattr(hint, "__metadata__", ()) if isinstance(extra, msgspec.Meta)]
    type_ = hint.__origin__ if metas else hint
    kinds = {bool: "bool", int: "int", str: "text"}
    is_choice = get_origin(type_) is Literal
    required = field.default is msgspec.NODEFAULT
    return {
        "name": field.name,
        "type": "choice" if is_choice else kinds.get(type_, "pair"),
        "help": next((meta.description for meta in metas if meta.description), ""),
        "required": required,
        "default": None if required else field.default,
        "min": next((meta.ge for meta in metas if meta.ge is not None), None),
        "max": next((meta.le for meta in metas if meta.le is not None), None),
        "choices": list(get_args(type_)) if is_choice else [],
    }


# --- random questions ----------------------------------------------------------------------------------------------


def terrains(charts: Charts) -> list[str]:
    """The terrains of a table of two sides."""
    return [name for name in charts.rows(CoverShift) if not name.startswith("hedgehog")]


class Noted:
    """Dice that fall at random and are noted by name."""

    def __init__(self, rng: Random) -> None:
        self._rolled = Rolled(rng)
        self.told: dict[str, list[int]] = {}

    def one(self, name: str = "die") -> int:
        """One die."""
        return self._note(name, self._rolled.one())

    def two(self, name: str = "dice") -> int:
        """Two dice."""
        return self._note(name, self._rolled.two())

    def _note(self, name: str, value: int) -> int:
        self.told.setdefault(name, []).append(value)
        return value


def question(kind: Kind, charts: Charts, rng: Random) -> dict[str, Any]:
    """A random question; what may be left out is left out at times."""
    fields = {}
    for field in form_of(kind, charts)["fields"]:
        if field["required"] or rng.random() < 0.7:
            fields[field["name"]] = value(kind.name, field, charts, rng)
    return fields


def value(kind: str, field: Mapping[str, Any], charts: Charts, rng: Random) -> Any:
    """A random value of a field."""
    name = field["name"]
    if field["type"] == "bool":
        return rng.random() < 0.4
    if field["type"] == "choice":
        return rng.choice(field["choices"])
    if field["type"] == "pair":
        return [rng.randrange(6), rng.randrange(6)]
    if field["type"] == "int":
        low, most = field["min"] or 0, {"hedgehog": 4, "attacker_steps": 6, "defender_steps": 6}.get(name, field["max"])
        return rng.randint(low, 99 if most is None else most)
    if name == "terrain":
        known: Iterable[str] = charts.alt.bands if kind == "landing" else charts.combat.lines
        if charts.has(AttackersTable) and kind in TABLED:
            known = terrains(charts)
        return rng.choice(sorted(known)).replace("_", "-")
    if name in ("attackers", "defenders"):
        printed = ["{}"] if name == "attackers" and charts.has(AirOperations) else ["{}", "({})"]
        printed += ["{}r", "({})r"] if charts.has(AirToAir) else []
        most = 3 if name == "attackers" and charts.has(AirToAir) else 2
        planes = [rng.choice(printed).format(rng.randrange(6)) for _ in range(rng.randint(1, most))]
        return ",".join(planes)
    if name == "nation":
        return rng.choice(("", "soviet", "allied-1944"))
    if name in ("re", "soft"):
        return rng.choice(("0", "0.5", "1", "2.25", "3", "7/2", "4.75", "5", "6.5", "9"))
    least = 0 if name in ("attack", "defend") else 1
    return rng.choice((str(rng.randint(least, 60)), f"{rng.randint(least, 30)}.5", f"{rng.randint(4, 90)}/3"))


def fixtures() -> Iterator[dict[str, Any]]:
    """Questions of every kind with Python's answers, always the same."""
    for number, names in enumerate(SETS):
        charts = editions.charts_from(*names)
        for kind in ASKED.values():
            both = charts.has(AttackersTable)
            if number and kind.name not in TABLED and kind.on(charts) is kind:
                continue
            rng = Random(f"{names} {kind.name}")
            for _ in range(QUESTIONS // 2 if both else QUESTIONS):
                yield fixture("+".join(names), kind, charts, answerable(kind, charts, rng), rng)


def answerable(kind: Kind, charts: Charts, rng: Random) -> dict[str, Any]:
    """A random question that has an answer: of so many RE no more are soft, a barrage has the points that it takes."""
    while True:
        fields = question(kind, charts, rng)
        try:
            kind.on(charts).ready(charts, fields)
        except AskError:
            continue
        return fields


def fixture(set_: str, kind: Kind, charts: Charts, fields: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One question with its odds, and a roll whose dice are told."""
    noted = Noted(rng)
    kind.on(charts).ready(charts, fields).procedure(noted)
    odds = kind.odds(charts, fields)
    outcomes = odds.pop("outcomes")
    names = [name for name in outcomes[0] if name != "chance"]
    rows = [[outcome[name] for name in names] for outcome in outcomes]
    return {
        "set": set_,
        "kind": kind.name,
        "fields": fields,
        "names": names,
        "outcomes": sorted(rows, key=json.dumps),
        "odds": odds,
        "dice": noted.told,
        "roll": kind.roll(charts, fields, noted.told),
    }


def grid() -> Iterator[dict[str, Any]]:
    """Every pair of columns of the tables of two sides, with Python's chance of each result, all else at random."""
    for names in SETS:
        charts = editions.charts_from(*names)
        if not charts.has(AttackersTable):
            continue
        rng = Random(f"{names} grid")
        left, right = charts.table(AttackersTable), charts.table(DefendersTable)
        for defence, odds, _ in product(left.column_min, right.columns, range(GRID_ROUNDS)):
            strength = Fraction(max(defence, 1)) + rng.choice((0, Fraction(1, 3)))
            fields = question(KINDS["combat"], charts, rng)
            fields |= {"attack": str(strength * Fraction(*parse_odds(odds))), "defend": str(strength)}
            found = KINDS["combat"].odds(charts, fields)
            told = [[*(one[name] for name in GRID_FIELDS), one["p"]] for one in found["outcomes"]]
            yield {"set": "+".join(names), "fields": fields, "outcomes": sorted(told)}


GRID_FIELDS = ("result", "attacker_losses", "defender_losses", "defender_retreat", "exploit", "hex_open")


def page_text() -> str:
    """The file of the charts."""
    return json.dumps(page_data(), ensure_ascii=False, separators=(",", ":")) + "\n"


def lines_of(found: Iterable[Any]) -> str:
    """A question a line."""
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in found]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    """Write all three."""
    CHARTS.write_text(page_text(), encoding="utf-8")
    FIXTURES.write_text(lines_of(fixtures()), encoding="utf-8")
    GRID.write_text(lines_of(grid()), encoding="utf-8")


if __name__ == "__main__":
    main()
