"""Chart files are read strictly: each kind of fault is refused with its file, table, row and column."""

import pickle
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest

from as_json import plain
from redball.charts import ChartError, Charts, load_charts, parse_charts
from redball.charts.loading import PARTS, TABLES, read_package

TEXTS = {name: read_package(name) for name in ("v4", "v4_air_sea")}
OVERLAY = """
format = "redball-charts 1"
name = "mine"
title = "a change"
overlays = ["v4"]
[sources]
us = "we say so"
[tables.breakout]
title = "Breakout"
rule = "12.8e"
kind = "bands"
dice = "1d6"
source = ["us"]
confidence = "proposal"
friend_within = 12
modifiers = [{ id = "first_turn_out_of_trace", value = 2, when = "first turn" }]
bands.main = [{ max = 2, result = "dead_pile" }, { min = 3, result = "returns" }]
"""


def read(texts: dict[str, str], *names: str) -> Charts:
    return parse_charts(names or ("v4",), texts.__getitem__)


class Fault(NamedTuple):
    """A block of faults.txt: in `file`, after `anchor`, `old` becomes `new`, and the charts are refused with `said`."""

    file: str
    anchor: str
    old: str
    new: str
    said: str

    def text(self) -> str:
        """The file with the change."""
        whole = TEXTS[self.file]
        start = whole.index(self.old, whole.index(self.anchor))
        return whole[:start] + self.new + whole[start + len(self.old) :]


def read_faults() -> list[Fault]:
    faults = []
    blocks = (Path(__file__).parent / "faults.txt").read_text(encoding="utf-8").split("\n\n")
    for lines in map(str.splitlines, blocks):
        if not lines[0].startswith("#"):
            marks, rest = zip(*(line.partition(" ")[::2] for line in lines), strict=True)
            assert marks == ("in", "-", "+", "!"), lines
            file, _, anchor = rest[0].partition(" ")
            faults.append(Fault(file, anchor, rest[1], rest[2].replace("\\n", "\n"), rest[3]))
    return faults


FAULTS = read_faults()


def test_the_files_as_shipped_are_in_order() -> None:
    assert read(TEXTS) == load_charts("v4")


def test_there_are_faults_of_every_kind_of_place() -> None:
    assert len(FAULTS) > 100
    assert len({fault.text() for fault in FAULTS}) == len(FAULTS)


@pytest.mark.parametrize("fault", FAULTS, ids=[fault.said for fault in FAULTS])
def test_a_malformed_file_is_refused(fault: Fault) -> None:
    with pytest.raises(ChartError) as caught:
        read(TEXTS | {fault.file: fault.text()})
    error = caught.value
    assert str(error) == fault.said
    place = [f"{word} {name}" for word, name in (("table", error.table), ("row", error.row), ("column", error.column))]
    assert fault.said.startswith(f"{error.file}: " + ", ".join(part for part in place if not part.endswith(" ")))


def test_unknown_charts_are_refused() -> None:
    with pytest.raises(ChartError, match=r"^v9\.toml: there is no such chart file$"):
        load_charts("v9")
    with pytest.raises(ChartError, match="there is no such chart file"):
        load_charts("../data/v4")
    with pytest.raises(ChartError, match="no charts are named"):
        load_charts()


def test_charts_are_read_once() -> None:
    assert load_charts("v4") is load_charts("v4")


def test_charts_survive_pickling() -> None:
    assert pickle.loads(pickle.dumps(load_charts("v4"))) == load_charts("v4")


def test_charts_are_frozen() -> None:
    with pytest.raises(AttributeError):
        load_charts("v4").names = ()  # type: ignore[misc]


# Overlays


def test_an_overlay_replaces_whole_tables() -> None:
    plain, changed = load_charts("v4"), read(TEXTS | {"mine": OVERLAY}, "v4", "mine")
    assert (plain.breakout.result(3, False), changed.breakout.result(3, False)) == ("dead_pile", "returns")
    assert (plain.breakout.friend_within, changed.breakout.friend_within) == (15, 12)
    assert changed.provenance["breakout"].confidence == "proposal"
    assert changed.combat == plain.combat
    assert changed.names == ("v4", "mine")
    assert changed.sources["us"] == "we say so"


def test_a_fault_of_an_overlay_names_its_file() -> None:
    with pytest.raises(ChartError, match=r"^mine\.toml: table breakout, row main, band 2: hole"):
        read(TEXTS | {"mine": OVERLAY.replace("min = 3", "min = 4")}, "v4", "mine")


def test_two_overlays_may_not_replace_one_table() -> None:
    second = OVERLAY.replace('name = "mine"', 'name = "yours"')
    texts = TEXTS | {"mine": OVERLAY, "yours": second}
    with pytest.raises(ChartError, match=r"^yours\.toml: table breakout: mine\.toml replaces this table too$"):
        read(texts, "v4", "mine", "yours")
    assert read(texts, "v4", "yours").names == ("v4", "yours")


def test_an_overlay_needs_the_charts_it_is_for() -> None:
    texts = TEXTS | {"mine": OVERLAY.replace('overlays = ["v4"]', 'overlays = ["v9"]')}
    with pytest.raises(ChartError, match=r"^mine\.toml: this is no overlay of v4$"):
        read(texts, "v4", "mine")
    with pytest.raises(ChartError, match=r"^mine\.toml: this is an overlay, load v9 first$"):
        read(texts, "mine")
    with pytest.raises(ChartError, match=r"^v4\.toml: this is no overlay of v4$"):
        read(texts, "v4", "v4")


# The page for clients


def test_the_page_holds_every_table_and_its_provenance() -> None:
    charts = load_charts("v4")
    page = plain(charts.page())
    assert set(page["tables"]) == set(TABLES)
    for name, table in page["tables"].items():
        assert table["title"], name
        assert set(table["source"]) <= set(page["sources"]), name
        assert table["table"], name
    assert not {part for _, part in PARTS.values()} & set(page["tables"]["barrage"]["table"])
    assert page["tables"]["terrain_combat"]["table"]["mountain"]["attack"]["armor"] == "1/3"


@pytest.mark.parametrize(("column", "roll"), [(0, -3), (6, 7), (12, 15), (12, 40)])
def test_the_page_shows_the_cell_that_is_looked_up(column: int, roll: int) -> None:
    charts = load_charts("v4")
    table = charts.page().tables["combat"].table
    assert table["results"][charts.combat.row_index(roll)][column] == charts.combat.lookup(column, roll).text


def test_no_number_of_a_table_is_a_float() -> None:
    def walk(value: object) -> None:
        assert not isinstance(value, float)
        if isinstance(value, dict):
            for key, item in value.items():
                walk(key)
                walk(item)
        elif isinstance(value, list | tuple):
            for item in value:
                walk(item)

    walk(msgspec.to_builtins(load_charts("v4"), enc_hook=str))


def test_every_multiplier_is_a_fraction() -> None:
    states = load_charts("v4").strength_states
    assert isinstance(states.dg_combat, Fraction)
    assert isinstance(load_charts("v4").terrain_combat["open"].attack.armor, Fraction)
