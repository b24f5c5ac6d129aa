"""What the registry says of editions without loading them, and what they are once loaded."""

import pytest

from redball.charts import ChartError, load_charts
from redball.core.errors import EditionError
from redball.editions import KNOWN, charts_from, charts_of, edition, layers, names
from redball.editions.v1992.charts import DoublingUp


@pytest.mark.parametrize("name", names())
def test_charts_are_those_of_the_edition_with_its_switches_as_they_are(name: str) -> None:
    found = edition(name)
    assert charts_of(name) is found.played_with(found.switch_values({})).charts


@pytest.mark.parametrize("name", names())
def test_parts_are_named_as_the_registry_names_them(name: str) -> None:
    assert tuple(part.name for part in edition(name).parts) == layers(name)


def test_every_base_but_the_first_is_built_over_another() -> None:
    bases = {name: known.over for name, known in KNOWN.items() if not known.on}
    assert bases == {"v4.2": "", "1992": "v4.2", "new-ocs": "v4.2"}


def test_a_fault_in_a_players_own_tables_is_told() -> None:
    text = """format = "redball-charts 1"
name = "own"
title = "My charts"
overlays = ["v4"]
[sources]
ours = "Ours"
[tables.sizes]
"""
    with pytest.raises(EditionError, match=r"the chart file cannot be used: own\.toml: table sizes: missing key"):
        charts_of("v4.2", text)
    assert charts_of("v4.2") is load_charts("v4")


def test_a_players_own_file_replaces_a_table_that_only_an_overlay_has() -> None:
    text = """format = "redball-charts 1"
name = "own"
title = "My charts"
overlays = ["v4"]
[sources]
ours = "Ours"
[tables.doubling_up]
title = "Doubling up"
rule = "ours"
kind = "values"
dice = "none"
source = ["ours"]
confidence = "proposal"
values = { needed_advantage = 7 }
"""
    assert charts_of("1992", text).table(DoublingUp).needed_advantage == 7
    assert edition("1992").with_charts(text).charts.table(DoublingUp).needed_advantage == 7
    with pytest.raises(EditionError, match=r"own\.toml: table doubling_up: these charts have no such table"):
        charts_of("v4.2", text)


def test_tables_whose_types_no_edition_has_brought_are_not_dropped() -> None:
    with pytest.raises(
        ChartError, match=r"^burma\.toml: table burma_rules: unknown table, and no edition has brought its type$"
    ):
        load_charts("v4", "burma")
    assert charts_from("v4", "burma").added.keys() == {"burma_rules"}


def test_an_unknown_edition_has_no_charts() -> None:
    with pytest.raises(EditionError, match="there is no edition 'v9'"):
        charts_of("v9")
