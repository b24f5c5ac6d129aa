"""The editions of the rules. Only this module finds an edition by name.

A name is a base and its overlays, joined by plus signs in any order: `v4.2+command-control`. This module has
what callers need without playing (names, what fits together, charts). It imports an edition's rules only for the
edition itself, and the types of its own tables only for its charts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, NamedTuple

from redball.charts.errors import ChartError
from redball.charts.loading import Charts, load_charts
from redball.charts.shapes import TableTypes
from redball.core.errors import EditionError

if TYPE_CHECKING:
    from redball.core.edition import Edition, Part


class Known(NamedTuple):
    """A base or an overlay: the module with its `part`, its chart files, and a sentence for the player who chooses.

    `tables` are modules with the types of tables that only its charts have; they import no rules.
    A base may be built `over` another one, whose part and charts come first. `on` names the bases that an overlay fits
    on; a base has none. Overlays that are `made_for` different campaigns exclude each other.
    """

    module: str
    charts: tuple[str, ...]
    text: str
    over: str = ""
    on: tuple[str, ...] = ()
    made_for: str = ""
    tables: tuple[str, ...] = ()


KNOWN = {
    "v4.2": Known("redball.editions.v4_2", ("v4",), "Series rules v4.2 with the charts of their time"),
    "1992": Known(
        "redball.editions.v1992.part",
        ("v1992",),
        "The charts of 1992; where they are silent, the series rules v4.2",
        over="v4.2",
        tables=("redball.editions.v1992.charts",),
    ),
    "new-ocs": Known(
        "redball.editions.new_ocs.part",
        ("new_ocs", "new_ocs_combat"),
        "New OCS: a combat table of two sides, hard and soft zones of control",
        over="v4.2",
        tables=("redball.editions.new_ocs.charts", "redball.editions.new_ocs.combat_charts"),
    ),
    "command-control": Known(
        "redball.editions.command_control.part",
        ("command_control",),
        "Command & Control: armies and HQs lead so many units each, in zones of operations",
        on=("v4.2", "new-ocs"),
        tables=("redball.editions.command_control.charts",),
    ),
    "v4.1a": Known(
        "redball.editions.v4_1a",
        (),
        "The v4.1a chart sheet: attrition counts every step in a hex",
        on=("v4.2",),
    ),
    "burma": Known(
        "redball.editions.burma.part",
        ("burma",),
        "The Burma rules: Banzai charges, Japanese hedgehogs, small artillery",
        on=("new-ocs",),
        made_for="Burma",
        tables=("redball.editions.burma.charts",),
    ),
    "smolensk": Known(
        "redball.editions.smolensk.part",
        ("smolensk",),
        "The Smolensk rules: more supply, short Rail Caps, bounds for the Red Army",
        on=("new-ocs",),
        made_for="Smolensk",
        tables=("redball.editions.smolensk.charts",),
    ),
}
DEFAULT = "v4.2"


def bases() -> tuple[str, ...]:
    """Every edition that stands alone."""
    return tuple(name for name, known in KNOWN.items() if not known.on)


def names() -> tuple[str, ...]:
    """Every edition that can be named: each base alone, then with each overlay that fits on it."""
    fitting = {base: [name for name, known in KNOWN.items() if base in known.on] for base in bases()}
    return tuple(name for base in bases() for name in (base, *(f"{base}+{overlay}" for overlay in fitting[base])))


def find(name: str) -> tuple[str, tuple[str, ...]]:
    """Base and overlays of a name, the overlays in the order in which they are known.

    Raises EditionError for an unknown name or one that does not fit.
    """
    base, *chosen = [word.strip() for word in name.split("+")]
    if base not in KNOWN or KNOWN[base].on:
        raise EditionError(f"there is no edition {name!r}; there are: {', '.join(names())}")
    for overlay in chosen:
        if overlay not in KNOWN or base not in KNOWN[overlay].on:
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


def layers(name: str) -> tuple[str, ...]:
    """The layers of an edition, from the bottom: the base below its base, its base, its overlays.

    Raises EditionError for an unknown one.

    >>> layers("new-ocs+burma")
    ('v4.2', 'new-ocs', 'burma')
    """
    base, overlays = find(name)
    below = KNOWN[base].over
    return (*([below] if below else []), base, *overlays)


def charts_of(name: str, own: str = "") -> Charts:
    """The charts of the edition of that name, unchanged by switches; this imports no rules.

    `own` is the text of a player's chart file, whose tables replace those of the edition. Raises EditionError for an
    unknown edition and for an error in the file.
    """
    charts = charts_from(*(chart for layer in layers(name) for chart in KNOWN[layer].charts))
    if not own:
        return charts
    from redball.core.edition import own_tables

    return own_tables(charts, own)


def charts_from(*files: str) -> Charts:
    """The charts in these files, a base and overlays, whichever edition uses them. Raises ChartError.

    >>> charts_from("v4", "burma").added["burma_rules"].nation
    'jp'
    """
    asked = [name for name, known in KNOWN.items() if not set(files).isdisjoint(known.charts)]
    return load_charts(*files, added={name: type_ for layer in asked for name, type_ in _tables(layer).items()})


def _tables(layer: str) -> TableTypes:
    """The types of tables that only the charts of a base or an overlay have; their modules are imported."""
    return {name: type_ for module in KNOWN[layer].tables for name, type_ in import_module(module).TABLES.items()}


@cache
def edition(name: str) -> Edition:
    """The edition of that name with default switches.

    Raises EditionError for an unknown one, and for one whose charts cannot be read.

    >>> edition("v4.2").charts.combat.columns[0]
    '1:5'
    """
    from redball.core.edition import assemble

    base, overlays = find(name)
    try:
        return assemble("+".join((base, *overlays)), *map(_part, layers(name)))
    except ChartError as fault:
        raise EditionError(f"{name}: {fault}") from fault


def ways_to_play() -> Iterator[Edition]:
    """Every edition with default switches, then with each single choice that brings its own part."""
    for name in names():
        bare = edition(name)
        yield bare
        for switch in bare.switches.values():
            yield from (bare.played_with({switch.name: value}) for value in switch.parts)


def _part(layer: str) -> Part:
    """The part of a base or an overlay, with the types of its tables; its module is imported."""
    part: Part = import_module(KNOWN[layer].module).part(layer, KNOWN[layer].charts)
    return replace(part, tables=_tables(layer))


def text_of(name: str) -> str:
    """The description of an edition for the player who chooses.

    Raises EditionError for an unknown one.
    """
    base, overlays = find(name)
    return "; with ".join(KNOWN[word].text for word in (base, *overlays))
