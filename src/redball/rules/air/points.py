"""Points where editions differ on aircraft (`core/point.py`); all but the first need no board."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import Any

from redball.charts import Charts
from redball.core.chances import Throw
from redball.core.look import Look
from redball.core.point import Point
from redball.core.refusals import Refusal
from redball.core.state import Unit
from redball.rules.air.refit import Most

MISSIONS_NOW: Point[Callable[[Look], tuple[str, ...]]] = Point("missions_now", "P30")
"""(look): the kinds of mission that the side whose segment of movement is open may fly in it (14.1g, 14.2e-D)."""

MISSION_KINDS: Point[Callable[[], Mapping[str, Any]]] = Point("mission_kinds", "P30")
"""The kinds of mission of the edition by name, each a `rules.air.kind.MissionKind` (P30, 14.2)."""

AIR_COMBAT: Point[Callable[[bool], Any]] = Point("air_combat", "P32")
"""(a Fighter Sweep): how to fight an Air Combat, a `rules.air.combat.AirCombat` (P32, 14.3e)."""

PATROLLING: Point[Callable[[Look, str], Any]] = Point("patrolling", "P31")
"""(look, side): the hexes from which its Fighters patrol, in order, each with these Fighters (P31, 14.4c)."""

INTERCEPTION_REACH: Point[Callable[[Charts, bool], int]] = Point("interception_reach", "P31")
"""(charts, on patrol): hexes within which a fighter intercepts, 0 where it does not (P31, 14.5)."""

EXPOSED: Point[Callable[[Look, Any], bool]] = Point("exposed", "P29")
"""(look, `Plane` in the hex of a base): whether a barrage on that base can hit it (P29, 10.0c-A)."""

FLAK: Point[Callable[[Charts, Any, Throw], Any]] = Point("flak", "P33")
"""(charts, `rules.air.flak.FlakTarget`, dice): what flak does, a `FlakRead` (P33, 14.4e)."""

FLAK_CHANCE: Point[Callable[[Look, Any, Any], Fraction]] = Point("flak_chance", "P33")
"""(look, the `Tally` of FLAK_POINTS, aircraft): the chance that Flak takes a step of theirs (P33, 14.4e)."""

FLAK_TURNS_BACK: Point[Callable[[Look, Any, Any], Fraction]] = Point("flak_turns_back", "P33")
"""(look, the `Tally` of FLAK_POINTS, aircraft): the chance that Flak turns one of theirs back (P33, HR-14)."""

FLAK_POINTS: Point[Callable[[Look, str, int, Any, Any], Any]] = Point("flak_points", "P33")
"""(look, side, hex, `MissionKind`, aircraft): what adds to the Flak roll at that mission, a `Tally` (P33, 14.4e)."""

AIR_DROP: Point[Callable[[Charts, Any, Throw], str]] = Point("air_drop", "P35")
"""(charts, `rules.air.drop.Drop`, dice): "lands", "scatters" or "destroyed" (P35, 14.10d)."""

DROP_TALLY: Point[Callable[[Charts, Any], Any]] = Point("drop_tally", "P35")
"""(charts, `rules.air.drop.Drop`): the modifiers of its roll, a `Tally` (P35, 14.10d-A)."""

DROP_CLOSED: Point[Callable[[Look, int], bool]] = Point("drop_closed", "P35")
"""(look, hex): whether its terrain counts against a drop (P35, 14.10d-A)."""

REFUSE_AIRLIFT: Point[Callable[[Look, Unit], Refusal | None]] = Point("refuse_airlift", "P35")
"""(look, unit that is light enough): why no aircraft carries it at all (P35, 14.9c: any such unit may fly)."""

REFIT_LIMIT: Point[Callable[[Charts, Any, Throw], int]] = Point("refit_limit", "P36")
"""(charts, `rules.air.refit.Refit`, dice): aircraft that a base may refit (P36, 15.1-B)."""

REFIT_PRICE: Point[Callable[[Charts, Any], int]] = Point("refit_price", "P36")
"""(charts, `rules.air.refit.Refit`): the price of that refit in tokens (P36, 15.1-B)."""

USABLE_LEVELS: Point[Callable[[Look, Any], int]] = Point("usable_levels", "P36")
"""(look, `Base`): Levels that the base uses now; all of them where bases need no supply (P36, 15.0b)."""

REFUSE_BASE_USE: Point[Callable[[Look, Any, str], Refusal | None]] = Point("refuse_base_use", "P36")
"""(look, `Base`, "refit" or "take_off"): why nobody does that at the base now (P36, 15.1)."""

REFUSE_TAKE_OFF: Point[Callable[[Look, Any], Refusal | None]] = Point("refuse_take_off", "P30")
"""(look, `Plane`): why an Active aircraft on the map does not fly now, be it at a base or not (P30, 14.1a)."""

REFUSE_FLIGHT: Point[Callable[[Look, str, Any, str], Refusal | None]] = Point("refuse_flight", "P42")
"""(look, kind of mission or "interception", `Plane`, trip): why the weather keeps the aircraft from it (P42, 14.1f)."""

REFIT_MOST: Point[Callable[[Look, Any], Most]] = Point("refit_most", "P36")
"""(look, `Base`): aircraft that the base refits in the open Aircraft Refit Phase (P36, 15.0b-A)."""

REFIT_DUE: Point[Callable[[Look, Any, Any], int]] = Point("refit_due", "P36")
"""(look, `Base`, its aircraft that refit): tokens that are still to be paid for that (P36, 15.1-B)."""
