"""What a barrage on combat units is worth: strength, shifts with their reasons, and what a roll means.

Nothing here changes a game: preview, price and resolution read the same ledger.

Cases: 10.0a-C, 10.0b-A, 10.0b-B, 10.1b-1, 10.1b-B
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from msgspec import Struct

from redball.charts import BarrageCell
from redball.core.ledger import Ledger, Line, show, signed
from redball.core.look import Look
from redball.core.state import Unit
from redball.rules.combat_terrain import hex_terrains
from redball.rules.units import formation_of


class Aim(Struct, frozen=True):
    """A barrage about to be rolled for: the column that it reads and why."""

    column: int
    initial: int
    ledger: Ledger


def barrage_strength(look: Look, unit: Unit) -> Fraction:
    """Barrage Strength of the side that shows; DG halves it (5.10b-A), Out of Supply does not (10.1b-B)."""
    states = look.world.charts.strength_states
    value = Fraction(look.face(unit).barrage)
    if unit.marker == "dg":
        value *= states.dg_barrage
    if unit.out_of_supply:
        value *= states.out_of_supply_barrage
    return value


def total_strength(look: Look, units: Iterable[str]) -> Fraction:
    """The strengths of several units together, not rounded."""
    return sum((barrage_strength(look, look.unit(uid)) for uid in units), Fraction(0))


def cost_tokens(look: Look, strength: Fraction) -> int:
    """10.1b-1: the price of the initial column, before shifts. Raises ValueError below one point."""
    table = look.world.charts.barrage
    return table.cost_tokens(table.column(strength))


def has_spotter(look: Look, side: str, hex_: int) -> bool:
    """A friendly combat unit next to the target is a correct spotter, whatever its mode (10.0b-A)."""
    return any(look.has_combat_units(n, side) for n in look.board.neighbours(hex_))


def density(look: Look, side: str, hex_: int) -> int:
    """RE of the target side's combat units in a hex, in quarters; one division counts as at most 3 RE (10.0a-C).

    A division is a multi-step unit, or the units of one formation together (reading 1.84).
    """
    cap = look.world.charts.barrage.re_cap_per_division
    sizes: dict[str, int] = {}
    for unit in look.combat_units_at(hex_, side):
        division = formation_of(look, unit) or unit.id
        sizes[division] = sizes.get(division, 0) + look.regimental_equivalents(unit)
    return sum(min(size, cap) for size in sizes.values())


def hedgehog_level(look: Look, hex_: int) -> int:
    """Level of the hedgehog in a hex, 0 for none."""
    hedgehog = look.state.hedgehogs.get(hex_)
    return hedgehog.level if hedgehog is not None else 0


def terrain_shift(look: Look, terrain: str) -> int:
    """Columns for a terrain that the target's owner may choose."""
    charts = look.world.charts
    return charts.barrage.terrain_shift(charts.terrain_combat[terrain].line)


def best_terrain(look: Look, hex_: int) -> str:
    """The terrain of a hex that helps its units most; the first of equals."""
    return min(hex_terrains(look, hex_), key=lambda terrain: terrain_shift(look, terrain))


def shift_lines(look: Look, side: str, hex_: int, terrain: str) -> list[tuple[int, Line]]:
    """Every shift of an artillery barrage by `side` on a hex, in columns, with the line that explains it."""
    table = look.world.charts.barrage
    enemy = look.enemy(side)
    found = []

    def add(by: int, reason: str, case: str, chart: str) -> None:
        if by:
            found.append((by, Line(signed(by), reason, case=case, chart=chart)))

    add(table.density_shift(density(look, enemy, hex_)), "density of the target", "10.0a-C", "barrage_density")
    if hedgehog_level(look, hex_):
        add(table.hedgehog_shift, "hedgehog", "10.0a-A", "barrage_shifts.hedgehog")
    terrain_name = look.world.charts.terrain_combat[terrain].name
    add(terrain_shift(look, terrain), f"terrain: {terrain_name}", "10.0a-B", f"terrain_combat.{terrain}")
    if not has_spotter(look, side, hex_):
        add(table.no_spotter_shift, "no spotter next to the target", "10.0b-B", "barrage_shifts.no_spotter")
    if any(unit.marker == "strat" for unit in look.combat_units_at(hex_, enemy)):
        add(table.strat_shift, "a Strat Mode unit in the target", "10.0a-A", "barrage_shifts.strat_mode")
    return found


def aim(look: Look, side: str, hex_: int, strength: Fraction, terrain: str) -> Aim:
    """The final column of a barrage and its ledger. Raises ValueError below one point (10.0-E)."""
    table = look.world.charts.barrage
    initial = table.column(strength)
    shifts = shift_lines(look, side, hex_, terrain)
    column = table.shift(initial, sum(by for by, _ in shifts))
    first = Line(table.columns[initial], f"{show(strength)} Barrage Points", case="10.0-D", chart="barrage")
    lines = (first, *(line for _, line in shifts))
    return Aim(column, initial, Ledger("Barrage Table column", lines, table.columns[column]))


def needs_rounding_die(look: Look, side: str, hex_: int, cell: BarrageCell) -> bool:
    """A result of 1/2 asks for a die; in brackets only if nothing lowers it to a mere DG (reading 1.86)."""
    table = look.world.charts.barrage
    lowered = cell.bracketed and table.bracket_is_dg(
        hedgehog_level(look, hex_), air=False, naval=False, spotter=has_spotter(look, side, hex_)
    )
    return cell.half and not lowered
