"""The editions of the rules. Only here is an edition asked for by name.

A name is a base and its overlays, joined by plus signs in any order: `v4.2+command-control`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

from redball.core.edition import Edition, Part, assemble
from redball.core.point import EditionError
from redball.editions import burma, command_control, new_ocs, smolensk, v4_1a, v4_2, v1992


class Known(NamedTuple):
    """A base or an overlay: how its parts are made, and a sentence for who chooses.

    `on` names the bases that an overlay fits on; a base has none. Overlays that are `made_for` a campaign of their own
    do not go together.
    """

    parts: Callable[[], tuple[Part, ...]]
    text: str
    on: tuple[str, ...] = ()
    made_for: str = ""


KNOWN = {
    v4_2.NAME: Known(lambda: (v4_2.part(),), "Series rules v4.2 with the charts of their time"),
    v1992.NAME: Known(
        lambda: (v4_2.part(), v1992.part()), "The charts of 1992; where they are silent, the series rules v4.2"
    ),
    new_ocs.NAME: Known(
        lambda: (v4_2.part(), new_ocs.part()),
        "New OCS: a combat table of two sides, hard and soft zones of control",
    ),
    command_control.NAME: Known(
        lambda: (command_control.part(),),
        "Command & Control: armies and HQs lead so many units each, in zones of operations",
        on=(v4_2.NAME, new_ocs.NAME),
    ),
    v4_1a.NAME: Known(
        lambda: (v4_1a.part(),), "The v4.1a chart sheet: attrition counts every step in a hex", on=(v4_2.NAME,)
    ),
    burma.NAME: Known(
        lambda: (burma.part(),),
        "The Burma rules: Banzai charges, Japanese hedgehogs, small artillery",
        on=(new_ocs.NAME,),
        made_for="Burma",
    ),
    smolensk.NAME: Known(
        lambda: (smolensk.part(),),
        "The Smolensk rules: more supply, short Rail Caps, bounds for the Red Army",
        on=(new_ocs.NAME,),
        made_for="Smolensk",
    ),
}
DEFAULT = v4_2.NAME


def names() -> tuple[str, ...]:
    """Every edition that can be named: each base alone, then with each overlay that fits on it."""
    bases = [name for name, known in KNOWN.items() if not known.on]
    fitting = {base: [name for name, known in KNOWN.items() if base in known.on] for base in bases}
    return tuple(name for base in bases for name in (base, *(f"{base}+{overlay}" for overlay in fitting[base])))


def find(name: str) -> tuple[str, tuple[str, ...]]:
    """Base and overlays of a name, the overlays in the order in which they are known.

    Raises EditionError for what is unknown or does not fit.
    """
    base, *chosen = [word.strip() for word in name.split("+")]
    if base not in KNOWN or KNOWN[base].on:
        raise EditionError(f"there is no edition {name!r}; there are: {', '.join(names())}")
    for overlay in chosen:
        if base not in KNOWN.get(overlay, Known(tuple, "")).on:
            fitting = ", ".join(o for o, known in KNOWN.items() if base in known.on) or "none"
            raise EditionError(f"there is no overlay {overlay!r} for {base}; there are: {fitting}")
    overlays = tuple(overlay for overlay in KNOWN if overlay in chosen)
    apart = [overlay for overlay in overlays if KNOWN[overlay].made_for]
    if len(apart) > 1:
        campaigns = " and ".join(KNOWN[overlay].made_for for overlay in apart)
        raise EditionError(
            f"{' and '.join(apart)} do not go together: they are rules for {campaigns}; choose one of them"
        )
    return base, overlays


@cache
def edition(name: str) -> Edition:
    """The edition of that name, with its switches as they are by default.

    Raises EditionError for an unknown one.

    >>> edition("v4.2").charts.combat.columns[0]
    '1:5'
    """
    base, overlays = find(name)
    parts = [part for word in (base, *overlays) for part in KNOWN[word].parts()]
    return assemble("+".join((base, *overlays)), *parts)


def text_of(name: str) -> str:
    """What is said of an edition where it is chosen.

    Raises EditionError for an unknown one.
    """
    base, overlays = find(name)
    return "; with ".join(KNOWN[word].text for word in (base, *overlays))
