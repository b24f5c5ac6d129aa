"""Paying for fuel and combat, the Supply Phase, dumps."""

from __future__ import annotations

from typing import ClassVar

from redball.core.actions.base import PAYER, Action, FromSource, OnUnit
from redball.core.shown import RING, Shown
from redball.core.spoken import FuelMethod

FUEL = {
    "single_unit": "1T for the unit",
    "formation": "1 SP for the formation of",
    "hq": "1 SP for the HQ",
    "independents": "1T an RE for the independent units with",
    "formation_short": "2T, a quarter MA, for the formation of",
    "hq_short": "2T, a quarter MA, for the HQ",
}


class PayFuel(Action, frozen=True, tag="pay_fuel"):
    """Fuel by one of three methods (12.5c): `single_unit` for `unit`, `formation` for the unit's formation, `hq`
    for `unit` (an HQ). The supply comes through `via` (an HQ id, or "" for direct draw) from `source`: a hex, and
    `holder` a unit that carries it ("" on the ground)."""

    method: FuelMethod
    unit: str
    source: int
    holder: str = ""
    via: str = ""
    unit_fields: ClassVar = ("unit", "holder", "via")
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"holder", "via"})
    shown = Shown("Fuel", 3, "{method} {unit}, from " + PAYER, by={"method": FUEL}, place="unit+list")


# --- combat supply ---------------------------------------------------------------------------------------------


class Pay(FromSource, frozen=True, tag="pay"):
    """Pay toward an open bill from one source: `unit` is the bill's unit ("" if the whole side shares it)."""

    may_be_none: ClassVar = frozenset({"unit", "holder", "via"})
    shown = Shown("Pay", 2, "[{unit}: ]" + PAYER, pays=True)


class UseInternals(OnUnit, frozen=True, tag="use_internals"):
    """A unit supplies itself for this combat from its internal stocks (12.10)."""

    shown = Shown("Pay", 3, "{unit}: internal stocks", pays=True)


class ShareToken(OnUnit, frozen=True, tag="share_token"):
    """Supply a small defender from what is left of a token spent on another (reading 1.47)."""

    shown = Shown("Pay", 3, "{unit} shares the token")


class Withhold(Action, frozen=True, tag="withhold"):
    """The defender spends nothing (more) and fights at half (9.5-B)."""

    shown = Shown("Pay", 4, "Withhold supply")


# --- supply phase, dumps ---------------------------------------------------------------------------------------


class Recover(FromSource, frozen=True, tag="recover"):
    """Spend SP to refill a unit's internal stocks (12.10e)."""

    shown = Shown("Internal stocks", 3, "{unit} from " + PAYER)


class FavourTrace(Action, frozen=True, tag="favour_trace"):
    """Choose the common source of a formation's trace (12.6f): the HQ `via`, or the source hex for direct draw."""

    formation: str
    via: str = ""
    source: int = -1
    unit_fields: ClassVar = ("via",)
    hex_fields: ClassVar = ("source",)
    may_be_none: ClassVar = frozenset({"via", "source"})
    shown = Shown("Trace of a formation", 4, "{formation}: [through {via}|from {source}]")


class Eat(FromSource, frozen=True, tag="eat"):
    """Feed a unit without trace from a dump (12.6c)."""

    shown = Shown("Eat off the map", 3, "{unit} eats from " + PAYER)


class Breakout(OnUnit, frozen=True, tag="breakout"):
    """A cut-off unit tries to break out; Transport Points try one point at a time (12.8e)."""

    shown = Shown("Break out", 3, "{unit} tries to break out", place="unit+list", click="ask", mark=RING)


class BlowDump(Action, frozen=True, tag="blow_dump"):
    """Try to destroy this many of your own tokens in a hex, on the ground or loaded (12.11a-A)."""

    hex: int
    tokens: int
    hex_fields: ClassVar = ("hex",)
    shown = Shown("Blow up supply", 8, "Try to destroy {tokens:supply} in {hex}", place="hex", spot=True, idle=True)
