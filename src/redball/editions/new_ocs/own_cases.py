"""Which New OCS case a refusal or event of the series rules names, where the edition words the rule itself."""

from __future__ import annotations

from redball.core.look import Look
from redball.editions.new_ocs.combat_prices import BY

CASES = {
    "10.0e-A": "N10-one-per-hex",
    "10.0e-D": "N10-phasing-naval",
    "10.0a-B": "N10-step-losses",
    "7.0a": "N7-timing-who",
    "7.0c": "N7-timing-content",
    "12.4-A": "N9.5-supply-cost-attacker",
    "12.4-B": "N9.5-supply-cost-defender",
    "9.11c-A": "N9.11-first-loss",
    "14.8d": "N2.2-cleanup-interdiction",
}
BY_STEPS = {"12.4-A": "N12.4-combat-supply-attacker", "12.4-B": "N12.4-combat-supply-defender"}


def case_of(look: Look, case: str) -> str:
    """The edition's own case for one of the series."""
    if look.switch(BY.name) == "steps" and case in BY_STEPS:
        return BY_STEPS[case]
    return CASES.get(case, case)


POLICIES = {"case_of": case_of}
