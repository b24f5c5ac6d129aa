"""Writes out what every table answers, by its lookups and not by its data, for the golden files.

`python tests/charts/expansion.py` writes the golden files anew: look at the difference before keeping it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from pathlib import Path

import msgspec

from redball.charts import ALL, Charts, load_charts

GOLDEN = Path(__file__).parent / "golden"


def align(rows: Iterable[Sequence[object]]) -> list[str]:
    """Rows of cells as lines with straight columns."""
    texts = [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[i]) for row in texts if i < len(row)) for i in range(max(map(len, texts)))]
    return ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=False)).rstrip() for row in texts]


def fields(record: object) -> list[str]:
    """A flat record as lines of name and value."""
    return align(msgspec.to_builtins(record, enc_hook=str).items())


def combat(charts: Charts) -> list[str]:
    table = charts.combat
    columns = range(table.first_column, table.last_column + 1)
    heads = [[line, *(table.column_label(line, c) for c in columns)] for line in table.lines]
    rolls: list[list[object]] = [[roll, *(table.lookup(c, roll).text for c in columns)] for roll in range(-1, 18)]
    codes = [["result", "a_loss", "a_option", "exploit", "d_loss", "d_option", "d_dg"]]
    cells = sorted({table.lookup(c, roll) for c in columns for roll in range(1, 16)}, key=lambda cell: cell.text)
    codes += [[str(x) for x in msgspec.structs.astuple(cell)] for cell in cells]
    return [*align([*heads, *rolls]), "", *align(codes)]


def surprise(charts: Charts) -> list[str]:
    table = charts.surprise
    rolls = [[roll, table.who("regular", roll), table.who("overrun", roll)] for roll in range(-4, 19)]
    return [*align([["roll", "regular", "overrun"], *rolls]), "", f"hedgehog {table.hedgehog_modifier}"]


def barrage(charts: Charts) -> list[str]:
    table = charts.barrage
    columns = range(len(table.columns))
    heads: list[list[object]] = [["strength", *table.columns], ["tokens", *(table.cost_tokens(c) for c in columns)]]
    rolls: list[list[object]] = [[roll, *(table.lookup(c, roll).text for c in columns)] for roll in range(1, 14)]
    cells = {table.lookup(c, roll) for c in columns for roll in range(2, 13)}
    codes = [[str(x) for x in msgspec.structs.astuple(cell)] for cell in sorted(cells, key=lambda cell: cell.text)]
    density = [[f"{quarters}/4 RE", table.density_shift(quarters)] for quarters in range(29)]
    lines = ("open", "close", "very_close", "extremely_close")
    names = ("no_spotter_shift", "strat_shift", "short_range_shift", "long_range_shift")
    shifts: list[list[object]] = [[line, table.terrain_shift(line)] for line in lines] + [
        ["hedgehog_shift", table.hedgehog_shift(1)]
    ]
    shifts += [[name, getattr(table, name)] for name in names]
    dice = [[f"1/2, die {die}", "step" if table.loses_step(die) else "-"] for die in range(1, 7)]
    head = [["result", "dg", "steps", "half", "bracketed"]]
    return [
        *align([*heads, *rolls]),
        "",
        *align([*head, *codes]),
        "",
        *align(density),
        "",
        *align(shifts),
        "",
        *align(dice),
    ]


def facility(charts: Charts) -> list[str]:
    table = charts.facility
    columns = range(len(table.columns))
    heads: list[list[object]] = [["strength", *table.columns], ["tokens", *(table.cost_tokens(c) for c in columns)]]
    rolls: list[list[object]] = [[die, *(table.lookup(c, die).text for c in columns)] for die in range(1, 7)]
    cells = {table.lookup(c, die) for c in columns for die in range(1, 7)}
    codes = [[str(x) for x in msgspec.structs.astuple(cell)] for cell in sorted(cells, key=lambda cell: cell.text)]
    return [*align([*heads, *rolls]), "", *align([["result", "hits", "trainbust", "plane_check"], *codes])]


def supply(charts: Charts) -> list[str]:
    def loss(rating: int, roll: int) -> str:
        steps = charts.attrition.losses(rating, roll)
        return "all" if steps == ALL else str(steps)

    dice = range(1, 7)
    capture, blowing, breakout = charts.capture, charts.dump_blowing, charts.breakout
    return [
        *align(
            [["attrition", *(f"AR {r}" for r in range(6))]] + [[n, *(loss(r, n) for r in range(6))] for n in range(17)]
        ),
        "",
        *align(
            [["capture", "dump", "trucks", "wagons"]]
            + [
                [d, capture.percent("dump", d), capture.percent("trucks", d), capture.percent("wagons", d)]
                for d in dice
            ]
            + [["hexes", "", capture.displacement_hexes("trucks"), capture.displacement_hexes("wagons")]]
        ),
        "",
        *align([["die", "blown"], *([d, blowing.percent(d)] for d in dice)]),
        "",
        *align(
            [
                ["die", "breakout", "first turn"],
                *([d, breakout.result(d, False), breakout.result(d, True)] for d in dice),
            ]
        ),
        "",
        *fields(charts.supply_costs),
        "",
        *fields(charts.sizes),
    ]


def states(charts: Charts) -> list[str]:
    effects = charts.at_effects
    two = effects.full_multiplier
    at = [
        [f"x{two}, {own} against {level}", effects.multiplier(two, own, level)]
        for own in effects.levels
        for level in effects.levels
    ]
    return [
        *fields(charts.strength_states),
        "",
        *fields(charts.action_rating),
        "",
        *align(at),
        "",
        *align(effects.level.items()),
    ]


def terrain(charts: Charts) -> list[str]:
    def multipliers(by: object) -> list[Fraction]:
        return list(msgspec.structs.astuple(by))  # type: ignore[arg-type]

    combat = [
        [t.id, t.scope, t.line, *multipliers(t.attack), "|", *multipliers(t.defend)]
        for t in charts.terrain_combat.values()
    ]
    movement = [[t.id, t.scope, t.leg, t.track, t.truck] for t in charts.terrain_movement.values()]
    head = ["combat", "scope", "line", "attack", "", "", "|", "defend"]
    return [
        *align([head, *combat]),
        "",
        *align([["movement", "scope", "leg", "track", "truck"], *movement]),
        "",
        *fields(charts.trainbusting),
    ]


def air_sea(charts: Charts) -> list[str]:
    lines: list[str] = []
    for name in ("air_combat", "flak", "air_transport", "air_base_capture", "alt"):
        table = getattr(charts, name)
        keys = list(table.bands)
        lines += align([[name, *keys], *([n, *(table.read(key, n) for key in keys)] for n in range(-3, 18))])
        lines += [*align([m.id, m.value] for m in table.modifiers), ""]
    loss = charts.mission_loss
    lines += align([["aircraft", 2, 3, 4], *([die, *(loss.pick(n, die) for n in (2, 3, 4))] for die in range(1, 7))])
    lines += ["", *align(["hits", hits, charts.port_damage.percent(hits)] for hits in range(5)), ""]
    lines += [*align([text, charts.ship_to_shore.read(text)] for text in charts.ship_to_shore.reading), ""]
    lines += [*align([m.id, m.flak, m.intercept_in_pz] for m in charts.flak_applies.values()), ""]
    lines += [*align([name, c.landing_craft_lost, c.units_lost] for name, c in charts.alt.codes.items()), ""]
    return [*lines, *fields(charts.air_transport_limits), "", *fields(charts.naval_targets)]


EXPANSIONS: dict[str, Callable[[Charts], list[str]]] = {
    function.__name__: function for function in (combat, surprise, barrage, facility, supply, states, terrain, air_sea)
}


def expand(name: str) -> str:
    """The text of one golden file."""
    return "\n".join(EXPANSIONS[name](load_charts("v4"))) + "\n"


if __name__ == "__main__":
    for each in EXPANSIONS:
        (GOLDEN / f"{each}.txt").write_text(expand(each), encoding="utf-8")
