"""The optional rules (21) and the house rules of the series: parts that players may add to an edition.

A module brings `SWITCHES`, whose values bring parts with all that the option needs: policies, steps, actions, events.
An option that only lifts a sentence of a rule stands at that rule, which asks `look.option(name)`.
"""

from __future__ import annotations

from redball.editions.options import (
    aircraft,
    barrage,
    hill_bases,
    internal_fuel,
    late_flak,
    raiders,
    recon,
    strength,
    tempo,
    tigers,
)

MODULES = (aircraft, barrage, hill_bases, internal_fuel, late_flak, raiders, recon, strength, tempo, tigers)
