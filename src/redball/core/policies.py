"""The replaceable functions of the rules: every point at which editions differ in what they compute.

A point is a field of `Policies`; its docstring says how it is called, what it answers, and the case of the series rules
that fills it. A rule asks for it by `look.policies.NAME(...)`. The module that is the home of the series rule fills the
point in its `POLICIES`; an overlay of `editions/` fills it anew. What differs in steps is no policy but an edit of a
procedure, what differs in numbers is a chart.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from redball.board.costs import MoveGraph
    from redball.charts import Charts
    from redball.core.battle import (
        AnnouncedOdds,
        CombatRead,
        CombatResult,
        Confrontation,
        Factor,
        Kind,
        Leader,
        OtherOdds,
        Role,
        Use,
    )
    from redball.core.chances import Spread, Throw
    from redball.core.engine import Run
    from redball.core.ledger import Ledger, Line, Price
    from redball.core.look import Look
    from redball.core.order_of_command import CommandView
    from redball.core.refusals import Refusal, RefusalKind
    from redball.core.state import State, Unit
    from redball.core.world import World
    from redball.forces.counter import Mobility

    UnitsAt = Callable[[int], list[Unit]]


@dataclass(frozen=True)
class Policies:
    """One function for each point; an edition that leaves one unfilled cannot be assembled."""

    projects_zoc: Callable[[World, Unit], bool]
    """(world, unit): the unit has a ZOC (4.4b, 4.5), or counts towards that of its hex (P6)."""

    zoc_of_hex: Callable[[World, State, UnitsAt, str, int], tuple[int, ...]] | None
    """(world, state, units of a hex, side, hex): the hexes into which the units of a side in the hex extend a ZOC
    together; None where each unit has its own (P6, 4.5-B). It may depend on the units of the hex and of those beyond a
    hexside with something on it, and on the weather: `core.facts` keeps it."""

    move_ground: Callable[[Look, Unit, frozenset[str]], MoveGraph]
    """(look, unit, units that move with it): what every step costs the unit, with what ZOCs add (P7, 6.1a)."""

    stops_in_zoc: Callable[[Look, Unit, int, frozenset[str]], bool]
    """(look, unit, hex, units that move with it): a unit that entered the hex in this phase must stop there (P7,
    4.5a-A)."""

    zoc_stop_mask: Callable[[Look, Iterable[Unit], frozenset[str]], bytes]
    """(look, units of a side, units that move with them): one byte a hex, not zero where `stops_in_zoc` stops one of
    them; also where enemy combat units stand, which nobody enters. The fast form of `stops_in_zoc` for the whole board
    (P7)."""

    refuse_zoc_step: Callable[[Look, Unit, int, int, bool, frozenset[str]], Refusal | None]
    """(look, unit, start, end, stopped, units that move with it): why ZOCs keep the unit from a step; `stopped`: by the
    one that it entered (P7, 4.5a-A, 5.8a-A)."""

    case_of: Callable[[Look, str], str]
    """(look, case of the series rules): the case that a refusal or an event names for it: the edition's own where it
    says the same thing otherwise."""

    zocs_block_paths: Callable[[World, Mobility], bool]
    """(world, mobility): un-negated enemy ZOCs stop supply paths in such MP (P38, 12.3d-C)."""

    path_ground: Callable[[World, str, MoveGraph, bytes], MoveGraph] | None
    """(world, side up of the unit that throws or links, costs, mask of the hexes that the enemy holds): what the steps
    of throws and links cost; None where ZOCs cost them nothing (P38, 12.3d-D)."""

    uses_negation: Callable[[Look, Unit], bool]
    """(look, unit): friendly combat units negate ZOCs for the movement of the unit (P8, 4.5a-A)."""

    barrage_shifts: Callable[[Charts, Any], Iterable[tuple[int, Line]]]
    """(charts, target): every shift of a barrage that is not zero, with the line that explains it (P28, 10.0a)."""

    barrage_density: Callable[[Look, str, int], int]
    """(look, side, hex): the RE of units of a side that count in barrages on a hex, in quarters (P9, 10.0a-C)."""

    soft_density: Callable[[Look, str, int], int]
    """(look, side, hex): the RE of units of a side that count apart in barrages on a hex, in quarters; 0 where none do
    (P9, 10.0a-C)."""

    aimed_preview: Callable[[Look, str, int, tuple[str, ...]], Any]
    """(look, side, hex, units): the preview of the barrage that is being drafted if it is not aimed at units, else None
    (P27; 10.0-B: always units)."""

    may_lose_to_barrage: Callable[[Look, str, int, tuple[str, ...]], tuple[str, ...]]
    """(look, side, hex, units that lost a step to this barrage): who may lose the next one (P21, 10.0a-B)."""

    refuse_mode_at: Callable[[Look, Unit, str, int], Refusal | None]
    """(look, unit, "reserve" or "strat", hex): why a unit may not enter that mode there (P11, 5.7c, 5.8a-A)."""

    refuse_reserve_at: Callable[[Look, Unit, int], Refusal | None]
    """(look, unit, hex): why a Reserve unit may not end its move there, hedgehogs and markers apart (P11, 5.7g)."""

    entered: Callable[[Any, str, int], None]
    """(run, side, hex): units of a side have entered a hex, by movement, advance or retreat: what follows for units
    about (P11, 5.7d)."""

    formation_fuel: Callable[[Look, str], int]
    """(look, formation): tokens for the fuel of a formation (P26, 12.5c-A)."""

    refuse_overrun_ground: Callable[[Look, Unit, int, int], Refusal | None]
    """(look, unit, start, direction): why the ground keeps the unit from an overrun (P12, 8.1b, 8.1c)."""

    refuse_overrun_target: Callable[[Look, Any, int], Refusal | None]
    """(look, moving stack, hex): why the stack may not overrun that hex now, whatever its ground (P12, 8.1d)."""

    halts_after_overrun: Callable[[Look, Any], tuple[str, ...]]
    """(look, moving stack after its overrun, its losses taken off): units that must end their move (P12, 8.0-D)."""

    dg_kind: Callable[[str], str]
    """(cause, "barrage" or "combat"): which kind of DG a result of that table is, "" where there is one kind (P5,
    5.10a)."""

    dg_left: Callable[[Look, Unit, str], str]
    """(look, unit that is DG, phasing side): what is left of it after the Clean Up Phase of that side: its kind, or
    `disorganization.GONE` (P5, 5.10-B)."""

    # --- the combat table (P16, P17, P20) ------------------------------------------------------------------------

    combat_odds: Callable[[Look, Confrontation], tuple[AnnouncedOdds, tuple[Ledger, ...]]]
    """(look, confrontation): columns and DRMs, and the ledgers that tell them, the DRM's first (9.6-A, 9.7)."""
    combat_columns: Callable[[Charts, AnnouncedOdds], tuple[str, ...]]
    """(charts, odds): the names of the columns that `odds.column` counts (9.7a)."""
    combat_spread: Callable[[Charts, Kind, AnnouncedOdds], Spread[CombatRead]]
    """(charts, kind, odds): every way in which the dice of a combat can fall (9.8, 9.9)."""
    surprise_ways: Callable[[Charts, Kind, AnnouncedOdds], dict[str, int]]
    """(charts, kind, odds): of 36 throws of two dice, those that give surprise to `attacker`, `none`, `defender`
    (9.8-A)."""
    result_ways: Callable[[Charts, Kind, AnnouncedOdds], dict[str, int]]
    """(charts, kind, odds): `combat_spread` by results alone, as fast as it goes."""
    combat_result: Callable[[Charts, str], CombatResult]
    """(charts, result): what a result asks of both sides (9.10)."""
    shelter: Callable[[Look, str, Fraction, Fraction], tuple[int, ...]]
    """(look, terrain, attacking, defending): how far a terrain of his own moves a defender's columns: less is better
    for him (9.3, 9.4c)."""

    # --- units in combat (P18, P19, P21-P24) ---------------------------------------------------------------------

    combat_leader: Callable[[Look, Role, Iterable[Unit]], Leader | None]
    """(look, role, units): the Action Rating that leads a side if nobody chooses another (9.6)."""
    at_level: Callable[[Look, str, int, Collection[Unit], Collection[Unit]], str]
    """(look, defending side, hex, attackers, defenders): the level of Anti-Tank Effects in a combat (9.4e)."""
    at_multiplier: Callable[[Look, Unit, Fraction, str], tuple[Fraction, str, str]]
    """(look, unit, printed, level): the terrain multiplier of attacking armor or mech at that level, what lowered it,
    and the case (9.4e-A)."""
    printed_strength: Callable[[Look, Unit], int]
    """(look, unit): Combat Strength before any modifier (13.1c-A, 13.4b)."""
    strat_factor: Callable[[Look, Unit], Factor]
    """(look, unit): what Strat Mode leaves of a strength (5.8-C)."""
    loss_factors: Callable[[Look, Unit, bool], Iterable[Factor]]
    """(look, unit, attacking): what steps lost do to a strength (9.11d)."""
    attack_price: Callable[[Look, Unit, int], tuple[int, int]]
    """(look, unit, spare): tokens for one attacker while tokens of this attack still cover `spare` quarters of an RE,
    and what they cover afterwards (12.4-A)."""
    attrition_steps: Callable[[Look, str, int, Sequence[Unit]], int]
    """(look, side, hex, Out of Supply units): the steps of a stack that count for the modifier of the Attrition Table
    (P37; 12.8b-A)."""
    barrage_cost: Callable[[Look, tuple[str, ...], Fraction], int]
    """(look, units, strength): tokens for an artillery barrage by units with so much strength (P14; 10.1b)."""
    supply_batches: Callable[[Look, str, int], tuple[tuple[tuple[int, ...], int], ...]]
    """(look, side, tokens): how what the Supply Table brings is divided: entries and tokens of each part (2.3-D)."""
    barrage_quarters: Callable[[Look, tuple[str, ...], Fraction], tuple[tuple[str, ...], int]]
    """(look, units, strength): those of the units that may share tokens with other barrages, and the quarter tokens for
    their fire; 0 where whole tokens are paid (P14; 10.1b: always)."""
    barrage_price_told: Callable[[Look, tuple[str, ...], Fraction], Ledger | None]
    """(look, units, strength): how the price comes about, None where it is that of the column (P14)."""
    refuse_fire_together: Callable[[Look, Collection[str]], Refusal | None]
    """(look, units): why artillery may not fire in one barrage (10.0e-B: any may, from wherever it stands)."""
    barrage_factors: Callable[[Look, str], tuple[Factor, ...]]
    """(look, side): what multiplies an artillery strength that was paid for, before the table is read (10.0a)."""
    hedgehog_price: Callable[[Look, str], int]
    """(look, side): tokens for a level of a hedgehog (16.0b)."""
    hedgehog_limit: Callable[[Look, str, int], tuple[int, RefusalKind]]
    """(look, side, hex): the highest level to which a side may build there now, and the refusal of more (16.0a); with
    hex -1 that of the hex where it may build highest."""
    defence_size: Callable[[Look, Unit], int]
    """(look, unit): the size by which combat supply of a defender is counted, in quarters of an RE (12.4-B)."""
    may_lose: Callable[[Look, Any, Role], tuple[tuple[str, ...], RefusalKind]]
    """(look, combat, role): who may lose the next step of a side, and the refusal of others (9.11c)."""
    supporting_fire: Callable[[Look, str, int, Collection[Unit]], bool]
    """(look, attacking side, hex, attackers): the defender's artillery could give its DRM to this combat (7.0a: it
    barrages in Reaction instead)."""
    other_odds: Callable[[Look, Kind, int, tuple[str, ...], Mapping[int, str] | None, AnnouncedOdds], list[OtherOdds]]
    """(look, kind, hex, attackers, terrain chosen, odds): the odds where the sides choose otherwise than a preview
    takes it (9.2: nothing that such a choice would change is left)."""
    escape: Callable[[Look, Unit], tuple[str, Any] | None]
    """(look, unit): the procedure, and its record, by which a unit may get away instead of losing a step of a combat;
    None where it simply loses it (13.1c-A)."""
    zoc_price: Callable[[Look, Any, int], tuple[bool, tuple[str, ...], str]]
    """(look, retreat, hex): what an enemy ZOC does to the group that enters: it becomes DG, units of which one must
    lose a step, the case of that (9.12e)."""

    # --- the order of moves (P43), where they lead (P45) ---------------------------------------------------------

    refuse_turn: Callable[[Look, Unit], Refusal | None]
    """(look, unit): why it is not this unit's turn to begin to move (6.1: units move in any order)."""
    refuse_outside: Callable[[Look, Unit], Refusal | None]
    """(look, unit): why a unit that moves outside that order may not take a step."""
    begins_move: Callable[[Run, Unit], None]
    """(run, unit): what else happens as a unit begins to move, or joins a stack that does."""
    entered_hex: Callable[[Run, Collection[str], int], None]
    """(run, units, hex): what else happens as units have entered a hex, on the move or in retreat."""
    refuse_company: Callable[[Look, tuple[str, ...], Unit], Refusal | None]
    """(look, units, unit): why a unit may not attack or overrun together with units (P15; 9.1c-B: any may)."""
    paid: Callable[[Run, Any, Any], None]
    """(run, bill, payer): what else happens as a payer has paid toward a bill (P44)."""
    fuels: Callable[[Look, Unit, Unit], bool]
    """(look, HQ, independent unit in its throw range): the HQ, once fueled, fuels it (P39; 12.5e-A: any such unit)."""
    supplied_freely: Callable[[Look, str, dict[str, Any]], dict[str, Any]]
    """(look, side, ways to trace by unit with the case by which some have none): the same for those whom HQs serve for
    nothing (P44; 12.6: all that trace)."""
    combat_supply_times: Callable[[Look, Iterable[Unit]], int]
    """(look, units of one side): how many times the price they pay for combat supply (P45; 12.4: once)."""
    strays: Callable[[Look, Unit, int], bool]
    """(look, unit, hex): the hex is in the zone of another army than that with which the unit moves, or to which it
    belongs, and being there would cost it something (P45; the series has no zones)."""
    command_shown: Callable[[Look, tuple[str, ...]], CommandView | None]
    """(look, sides whose orders a viewer may know): who commands whom, as the view shows it, None where an edition has
    no such thing (P44, P45)."""
    paying: Callable[[Look, Any, tuple[Any, ...]], tuple[Any, ...]]
    """(look, bill, payers): those of the payers that may pay toward a bill (P44; 12.3b: an HQ serves any number)."""

    # --- modes, supply, barrage, works, rail (P4, P14, P21, P34, P37-P39, P41) -----------------------------------

    mode_phase: Callable[[], str]
    """(): the phase in which players change the modes of their units (5.4-B)."""
    supply_forbids: Callable[[Look, Unit, Use], Refusal | None]
    """(look, unit, use): why the unit's state of supply forbids it to "attack", to "barrage" or to move ("movement");
    None where it does not (12.8d)."""
    supply_factors: Callable[[Look, Unit, Use, bool], tuple[Factor, ...]]
    """(look, unit, use, supplied): what the unit's state of supply, and in "defence" whether it has combat supply,
    makes of its values (9.5a, 10.1b-B, 12.8d)."""
    needs_fuel: Callable[[Look, Unit], bool]
    """(look, unit): the unit spends no MP without fuel (12.5a)."""
    attack_prices: Callable[[Look, Sequence[Unit]], dict[str, int]]
    """(look, units): tokens of combat supply for these attackers, by unit in the order in which they pay; under "" what
    all of them pay together (12.4-A)."""
    attack_bills: Callable[[Look, Any], tuple[Any, ...]]
    """(look, combat): the bills of its attackers, as if nobody had paid yet (12.4-A)."""
    attackers_half: Callable[[CombatResult], Any]
    """(result): what of the defender's half of a result changes how the attacker's half is carried out (9.10b:
    nothing)."""
    works_done: Callable[[Look, str], frozenset[int]]
    """(look, side): hexes where the side builds no further Level of works in this game turn (16.0b-B)."""
    rail_equivalent: Callable[[Look, Unit], int]
    """(look, unit): Rail Cap that a unit takes before the path is looked at, in 1/16 points (4.7a, 4.7b)."""
    conversion_price: Callable[[Look], int]
    """(look): tokens for a rail hex that is converted (13.3f-B)."""

    # --- aircraft (P31-P33, P35, P36): procedures without a board, which missions are to call ---------------------

    air_combat: Callable[[bool], Any]
    """(a Fighter Sweep): how an Air Combat goes, a `rules.air_combat.AirCombat` (P32, 14.3e)."""
    interception_reach: Callable[[Charts, bool], int]
    """(charts, on patrol): hexes within which a fighter intercepts, 0 where it does not (P31, 14.5)."""
    flak: Callable[[Charts, Any, Throw], Any]
    """(charts, `rules.flak.FlakTarget`, dice): what flak does, a `FlakRead` (P33, 14.4e)."""
    air_drop: Callable[[Charts, Any, Throw], str]
    """(charts, `rules.air_drop.Drop`, dice): "lands", "scatters" or "destroyed" (P35, 14.10d)."""
    refit_limit: Callable[[Charts, Any, Throw], int]
    """(charts, `rules.refit.Refit`, dice): aircraft that a base may refit (P36, 15.1-B)."""
    refit_price: Callable[[Charts, Any], int]
    """(charts, `rules.refit.Refit`): tokens that this costs (P36, 15.1-B)."""

    # --- prices as players read them (P14, P36, P39, P41) ----------------------------------------------------------

    price_list: Callable[[Charts], Iterable[Price]]
    """(charts): what things cost in supply, as the page and `redball cost` list it."""
