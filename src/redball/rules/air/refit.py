"""Refit of aircraft as a procedure without a board: how many a base may refit, and what it pays.

The Aircraft Refit Phase (`refit_phase`) calls it.

Cases: 15.0b-A, 15.1-B, 15.2-B, K15.1-refit
"""

from __future__ import annotations

from msgspec import Struct

from redball.charts import Charts
from redball.core.chances import Throw


class Refit(Struct, frozen=True):
    """One base in one phase: its level (0 an air strip), the levels that were supplied, and what is to be refitted:
    fighters, and the bombardment factors of bombers together."""

    level: int
    usable: int
    fighters: int
    bomber_factors: int


class Most(Struct, frozen=True):
    """So many aircraft, and what makes them fewer than usual, as a sentence; "" for nothing."""

    aircraft: int
    why: str = ""


def refit_limit(charts: Charts, refit: Refit, throw: Throw) -> int:
    """Aircraft that the base may refit, however strong: a fixed number by its level (15.1-B, 15.2)."""
    limits = charts.air_transport_limits
    return refit.level * limits.refit_per_base_level if refit.level else limits.refit_per_air_strip


def refit_price(charts: Charts, refit: Refit) -> int:
    """Tokens for the base, whatever it refits (15.1-B)."""
    return charts.supply_costs.refit_per_base


POLICIES = {"refit_limit": refit_limit, "refit_price": refit_price}
