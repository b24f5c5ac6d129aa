"""Points where editions differ on combat (`core/point.py`)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from redball.charts import Charts
from redball.core.battle import (
    AnnouncedOdds,
    CombatRead,
    CombatResult,
    Confrontation,
    Kind,
    Leader,
    OtherOdds,
    Role,
    SpecialAttack,
    Use,
)
from redball.core.chances import Spread
from redball.core.engine import Run
from redball.core.ledger import Less, Tally, Times
from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal, RefusalKind
from redball.core.state import Unit

CASE_OF: Point[Callable[[Look, str], str]] = Point("case_of")
"""(look, case of the series rules): the case to name in a refusal or event: the edition's own, if it words the same
rule itself."""

COMBAT_ODDS: Point[Callable[[Look, Confrontation], tuple[AnnouncedOdds, tuple[Tally[int], ...]]]] = Point(
    "combat_odds", "P16"
)
"""(look, confrontation): columns and DRMs with their ledgers, the DRM's first (9.6-A, 9.7)."""

COMBAT_COLUMNS: Point[Callable[[Charts, AnnouncedOdds], tuple[str, ...]]] = Point("combat_columns", "P16")
"""(charts, odds): the names of the columns that `odds.column` counts (9.7a)."""

COMBAT_SPREAD: Point[Callable[[Charts, Kind, AnnouncedOdds], Spread[CombatRead]]] = Point("combat_spread", "P16")
"""(charts, kind, odds): every way in which the dice of a combat can fall (9.8, 9.9)."""

SURPRISE_WAYS: Point[Callable[[Charts, Kind, AnnouncedOdds], dict[str, int]]] = Point("surprise_ways", "P17")
"""(charts, kind, odds): of 36 throws of two dice, how many give surprise to `attacker`, `none`, `defender`
(9.8-A)."""

RESULT_WAYS: Point[Callable[[Charts, Kind, AnnouncedOdds], dict[str, int]]] = Point("result_ways", "P16")
"""(charts, kind, odds): `combat_spread` by results alone, computed fast."""

COMBAT_RESULT: Point[Callable[[Charts, str], CombatResult]] = Point("combat_result", "P16")
"""(charts, result): what a result asks of both sides (9.10)."""

SHELTER: Point[Callable[[Look, str, Fraction, Fraction], tuple[int, ...]]] = Point("shelter", "P20")
"""(look, terrain, attacking, defending): how far the defender's own terrain shifts the columns; lower is better for
the defender (9.3, 9.4c)."""

COMBAT_LEADER: Point[Callable[[Look, Role, Iterable[Unit]], Leader | None]] = Point("combat_leader", "P18", "P26")
"""(look, role, units): the Action Rating that leads a side if nobody chooses another (9.6)."""

AT_LEVEL: Point[Callable[[Look, str, int, Collection[Unit], Collection[Unit]], str]] = Point("at_level", "P19")
"""(look, defending side, hex, attackers, defenders): the level of Anti-Tank Effects in a combat (9.4e)."""

AT_MULTIPLIER: Point[Callable[[Look, Unit, Fraction, str], tuple[Fraction, str, str]]] = Point("at_multiplier", "P19")
"""(look, unit, printed, level): the terrain multiplier of attacking armor or mech at that level, what lowered it, and
the case (9.4e-A)."""

STRAT_FACTOR: Point[Callable[[Look, Unit], Times]] = Point("strat_factor", "P22")
"""(look, unit): the factor for strength in Strat Mode (5.8-C)."""

LOSS_FACTORS: Point[Callable[[Look, Unit, bool], Iterable[Times | Less]]] = Point("loss_factors", "P22")
"""(look, unit, attacking): the terms for lost steps in a strength (9.11d)."""

ATTACK_PRICE: Point[Callable[[Look, Unit, int], tuple[int, int]]] = Point("attack_price", "P14")
"""(look, unit, spare): tokens for one attacker when tokens already spent on this attack cover another `spare` quarter
RE, and the cover left afterwards (12.4-A)."""

ATTACK_PRICES: Point[Callable[[Look, Sequence[Unit]], dict[str, int]]] = Point("attack_prices", "P14")
"""(look, units): tokens of combat supply for these attackers, by unit in order of payment; under "" what all of them
pay together (12.4-A)."""

ATTACK_BILLS: Point[Callable[[Look, Any], tuple[Any, ...]]] = Point("attack_bills", "P14")
"""(look, combat): the bills of its attackers, as if nobody had paid yet (12.4-A)."""

ATTACKERS_HALF: Point[Callable[[CombatResult], Any]] = Point("attackers_half", "P16")
"""(result): the parts of the defender's half of a result that affect the attacker's half (9.10b: none)."""

DEFENCE_SIZE: Point[Callable[[Look, Unit], int]] = Point("defence_size", "P14")
"""(look, unit): the size of a defender that sets its price for combat supply, in quarter RE (12.4-B)."""

MAY_LOSE: Point[Callable[[Look, Any, Role], tuple[tuple[str, ...], RefusalKind]]] = Point("may_lose", "P21")
"""(look, combat, role): who may lose a side's next step, and the refusal for all others (9.11c)."""

SUPPORTING_FIRE: Point[Callable[[Look, str, int, Collection[Unit]], bool]] = Point("supporting_fire", "P25")
"""(look, attacking side, hex, attackers): whether the defender's artillery could support this combat (7.0a: it
barrages in Reaction instead)."""

OTHER_ODDS: Point[
    Callable[[Look, Kind, int, tuple[str, ...], Mapping[int, str] | None, AnnouncedOdds], list[OtherOdds]]
] = Point("other_odds", "P16")
"""(look, kind, hex, attackers, terrain chosen, odds): the odds if a side chooses otherwise than the preview assumes
(9.2: no such choice is left)."""

SPECIAL_ATTACKS: Point[Callable[[Charts], Mapping[str, SpecialAttack]]] = Point("special_attacks", "P16")
"""(charts): special ways of attacking, by name (9.1: none)."""

ESCAPE: Point[Callable[[Look, Unit], tuple[str, Any] | None]] = Point("escape", "P24")
"""(look, unit): the procedure, with its record, that lets a unit try to get away instead of losing a step; None if the
unit simply loses it (13.1c-A)."""

ZOC_PRICE: Point[Callable[[Look, Any, int], tuple[bool, tuple[str, ...], str]]] = Point("zoc_price", "P23")
"""(look, retreat, hex): the effect of an enemy ZOC on a group that enters: whether it becomes DG, the units of which
one must lose a step, and the case for that (9.12e)."""

ENTERED_HEX: Point[Callable[[Run, Collection[str], int], None]] = Point("entered_hex", "P45")
"""(run, units, hex): what else happens after units enter a hex, on the move or in retreat."""

REFUSE_COMPANY: Point[Callable[[Look, tuple[str, ...], Unit], Refusal | None]] = Point("refuse_company", "P15")
"""(look, units, unit): why a unit may not attack or overrun together with units (P15; 9.1c-B: any may)."""

COMBAT_SUPPLY_TIMES: Point[Callable[[Look, Iterable[Unit]], int]] = Point("combat_supply_times", "P45")
"""(look, units of one side): the factor on their price for combat supply (P45; 12.4: 1)."""

SUPPLY_FORBIDS: Point[Callable[[Look, Unit, Use], Refusal | None]] = Point("supply_forbids", "P37")
"""(look, unit, use): why the unit's supply state forbids it to "attack", "barrage" or move ("movement"); None
if it does not (12.8d)."""

ASSAULTS: Point[Callable[[Look, str], Mapping[int, tuple[str, ...]]]] = Point("assaults")
"""(look, side): the hexes that units of the side aboard Landing Craft may attack now, each with these units (18.6a)."""

REFUSE_ASSAULT: Point[Callable[[Look, str, Unit, int], Refusal | None]] = Point("refuse_assault")
"""(look, side, unit, hex): why a unit that is aboard Landing Craft cannot attack a hex (18.6a)."""

REFUSE_FORCE: Point[Callable[[Look, tuple[str, ...], Unit], Refusal | None]] = Point("refuse_force")
"""(look, units, unit): why a unit may not attack together with units, if any of them is aboard Landing Craft
(18.6a-A, 18.6a-G)."""

REFUSE_LAUNCH: Point[Callable[[Look, str, int, tuple[str, ...]], Refusal | None]] = Point("refuse_launch")
"""(look, side, hex, units): why a Beach Assault by these units cannot be declared (18.6a-B)."""

OPEN_ASSAULT: Point[Callable[[Run, str, int, tuple[str, ...]], None]] = Point("open_assault")
"""(run, side, hex, units): opens a Beach Assault that was declared (18.6b)."""

END_ASSAULT: Point[Callable[[Run, Any], None]] = Point("end_assault")
"""(run, combat): what the end of a combat means for attackers afloat (18.6a-E)."""
