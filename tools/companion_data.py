"""Writes what the table companion's page is made of: `python tools/companion_data.py`.

`web/src/companion/charts.json`: the charts that its tables stand on, the questions with their fields, the prices.
`web/tests/companion.fixtures.json`: random questions with Python's odds and one roll with told dice, to which the
page's own computation is held. Both are kept in the repository, so that the page builds without Python; a test says
when they are out of date.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from random import Random
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from redball import editions
from redball.analysis.companion import KINDS, Kind
from redball.charts import Charts, load_charts
from redball.core.chances import Rolled
from redball.core.ledger import Price

WEB = Path(__file__).resolve().parents[1] / "web"
CHARTS, FIXTURES = WEB / "src/companion/charts.json", WEB / "tests/companion.fixtures.json"
SETS = (("v4",), ("v4", "v1992"))
"""Chart sets that the page offers: a base and its overlays."""
TABLES = (
    "combat", "surprise", "barrage", "barrage_density", "barrage_shifts", "facility", "attrition", "capture",
    "dump_blowing", "breakout", "supply_costs", "air_combat", "flak", "mission_loss", "air_transport", "alt",
)  # fmt: skip
QUESTIONS = 26
"""Random questions of each kind on the first set; those of later sets ask only what stands on other tables."""
OVERLAID = ("combat", "overrun")


# --- charts and questions ------------------------------------------------------------------------------------------


def page_data() -> dict[str, Any]:
    """Everything that the page computes with."""
    return {"sets": [chart_set(names) for names in SETS], "kinds": [schema(kind) for kind in KINDS.values()]}


def chart_set(names: tuple[str, ...]) -> dict[str, Any]:
    """One set of charts as plain data."""
    charts = load_charts(*names)
    page = charts.page()
    title = page["titles"][0] if len(names) == 1 else page["titles"][-1]
    return {
        "id": "+".join(names),
        "title": title,
        "tables": {name: page["tables"][name]["table"] for name in TABLES},
        "prices": msgspec.to_builtins(list(price_list(charts))),
    }


def price_list(charts: Charts) -> Iterable[Price]:
    """What things cost by the edition that plays with exactly these charts."""
    (chosen,) = [found for found in map(editions.edition, editions.names()) if found.charts.names == charts.names][:1]
    return chosen.policies.price_list(charts)


def schema(kind: Kind[Any]) -> dict[str, Any]:
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


def question(kind: Kind[Any], charts: Charts, rng: Random) -> dict[str, Any]:
    """A random question that can be answered; what may be left out is left out at times."""
    fields = {}
    for field in schema(kind)["fields"]:
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
        known = charts.alt.bands if kind == "landing" else charts.combat.lines
        return rng.choice(sorted(known)).replace("_", "-")
    if name in ("attackers", "defenders"):
        planes = [rng.choice(("{}", "({})")).format(rng.randrange(6)) for _ in range(rng.randint(1, 2))]
        return ",".join(planes)
    if name == "nation":
        return rng.choice(("", "soviet", "allied-1944"))
    if name == "re":
        return rng.choice(("0", "0.5", "1", "2.25", "3", "7/2", "4.75", "5", "6.5", "9"))
    least = 0 if name in ("attack", "defend") else 1
    return rng.choice((str(rng.randint(least, 60)), f"{rng.randint(least, 30)}.5", f"{rng.randint(4, 90)}/3"))


def fixtures() -> Iterator[dict[str, Any]]:
    """Questions of every kind with Python's answers, always the same."""
    for number, names in enumerate(SETS):
        charts = load_charts(*names)
        for kind in KINDS.values():
            if number and kind.name not in OVERLAID:
                continue
            rng = Random(f"{names} {kind.name}")
            for _ in range(QUESTIONS):
                yield fixture("+".join(names), kind, charts, question(kind, charts, rng), rng)


def fixture(set_: str, kind: Kind[Any], charts: Charts, fields: dict[str, Any], rng: Random) -> dict[str, Any]:
    """One question with its odds, and a roll whose dice are told."""
    noted = Noted(rng)
    kind.ready(charts, fields).procedure(noted)
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


def page_text() -> str:
    """The file of the charts."""
    return json.dumps(page_data(), ensure_ascii=False, separators=(",", ":")) + "\n"


def fixtures_text() -> str:
    """The file of the fixtures, a question a line."""
    lines = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in fixtures()]
    return "[\n" + ",\n".join(lines) + "\n]\n"


def main() -> None:
    """Write both."""
    CHARTS.write_text(page_text(), encoding="utf-8")
    FIXTURES.write_text(fixtures_text(), encoding="utf-8")


if __name__ == "__main__":
    main()
