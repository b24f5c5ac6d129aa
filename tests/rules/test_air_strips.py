"""Air strips that are built: who may, what it costs, how many, and what becomes of them."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from redball.core.actions import Construct, StepTo
from redball.core.events import SupplySpent
from redball.game.position.dump import dump_position
from redball.game.position.parse import parse_position
from redball.game.position.sections import PositionError
from redball.rules.air.air import BaseCaptured
from redball.rules.ground.air_force import base_in
from redball.rules.ground.airfields import AirBaseBuilt
from redball.rules.works.construction import ALL_TASKS, Segment, refuse
from redball.scenarios.errors import ScenarioError
from redball.scenarios.load import load_scenario
from rules.test_air_base_works import AWAY, BUILD, ENGINEERS, WORKERS, built
from rules.test_air_base_works import STRIP as RAISE
from scenarios.test_air_files import BASES, written
from support import LEG, Sitting, sit

STRIP = "build_air_strip"


def site(
    bases: str = AWAY, *, strips: str = "axis=2", supply: str = "axis 02.02 2", units: str = WORKERS, **more: object
) -> Sitting:
    """A Movement Phase with supply and engineers in 02.02, a regiment and an HQ at 02.03."""
    head = f"turns 2\nair_strips {strips}\n" if strips else "turns 2\n"
    return sit(units, rest=f"[supply]\n{supply}\n[bases]\n{bases}\n", head=head, **more)  # type: ignore[arg-type]


def level(table: Sitting, where: str) -> int:
    base = base_in(table.game.state, table.hex(where))
    return base.level if base is not None else -1


@pytest.mark.case("15.2-A", "15.2", "15.3-A")
def test_an_engineer_builds_a_strip_for_a_token() -> None:
    table = site(supply="axis 02.02 1T")
    assert Construct("e", table.hex("02.03"), STRIP) in table.offered(Construct)
    built(table, "02.03", STRIP)
    event = table.one(AirBaseBuilt)
    assert (event.level, event.units, event.case, level(table, "02.03")) == (0, ("e",), "15.2-A", 0)
    assert [(e.tokens, e.purpose, e.case) for e in table.all(SupplySpent)] == [(1, STRIP, "15.2-A")]
    assert table.told(AirBaseBuilt) == "Axis builds an air strip at 02.03"
    assert "axis 02.03 strip" in dump_position(table.game.world, table.game.state).splitlines(), "it gained no Level"
    assert table.refused(Construct("e", table.hex("02.04"), STRIP)) == ("construct.worked", "13.8d-C")


@pytest.mark.case("15.2-A", "15.3-A")
def test_only_engineers_with_a_token_build_one() -> None:
    table = site()
    assert table.refused(Construct("", table.hex("02.03"), STRIP)) == ("construct.engineers", "15.2-A")
    assert table.refused(Construct("a", table.hex("02.03"), STRIP)) == ("construct.not_capable", "13.8a")
    poor = site(supply="soviet 06.05 1T")
    assert poor.refused(Construct("e", poor.hex("02.03"), STRIP)) == ("construct.supply", "15.2-A")
    assert STRIP not in {work.task for work in poor.offered(Construct)}


@pytest.mark.case("15.2")
def test_only_sides_that_the_scenario_names_build_any() -> None:
    table = site(strips="soviet=2")
    assert table.refused(Construct("e", table.hex("02.03"), STRIP)) == ("air_strip.not_allowed", "15.2")
    assert STRIP not in {work.task for work in table.offered(Construct)}
    nobody = site(strips="")
    assert nobody.refused(Construct("e", nobody.hex("02.03"), STRIP))[0] == "construct.task"


@pytest.mark.case("15.2")
@pytest.mark.parametrize(("most", "refused"), [(1, True), (2, False)])
def test_it_has_as_many_on_the_map_as_the_scenario_gives_it(most: int, refused: bool) -> None:
    """Bases with a Level and strips of the enemy do not count."""
    bases = "axis 01.01 strip\naxis 05.01 1\naxis 05.02 1\nsoviet 06.05 strip"
    table = site(bases, strips=f"axis={most}")
    if refused:
        why = table.why(Construct("e", table.hex("02.03"), STRIP))
        assert (why.code, why.case, why.have, why.need) == ("air_strip.limit", "15.2", "1", "1")
    assert (STRIP in {work.task for work in table.offered(Construct)}) is not refused


@pytest.mark.case("15.0a", "15.2-A")
@pytest.mark.parametrize("base", ["axis 02.03 1", "axis 02.03 strip"])
def test_a_hex_has_one_base(base: str) -> None:
    table = site(base)
    assert table.refused(Construct("e", table.hex("02.03"), STRIP)) == ("air_strip.base_there", "15.0a")
    other = site("soviet 02.03 1", units=f"axis 02.02 e {ENGINEERS}\nsoviet 06.05 r {LEG}")
    assert other.refused(Construct("e", other.hex("02.03"), STRIP)) == ("construct.enemy", "13.8d-A")


@pytest.mark.case("15.2-A", "15.3-B")
def test_a_new_strip_may_be_raised_at_once_but_to_no_second_level() -> None:
    """A strip is no Level: together the two works cost as much as a base."""
    table = built(site(), "02.03", STRIP)
    assert table.refused(Construct("hq", table.hex("02.03"), BUILD)) == ("air_base.strip", "15.2-A")
    built(table, "02.03", RAISE, "hq")
    assert (level(table, "02.03"), table.tokens("axis", "02.02")) == (1, 4)
    assert f"axis {table.look.hex_name(table.hex('02.03'))} 1 raised" in dump_position(
        table.game.world, table.game.state
    )


@pytest.mark.case("15.2-A", "9.14f-A")
def test_a_strip_that_was_built_is_captured_like_any_other() -> None:
    units = f"{WORKERS}\nsoviet 05.03 s {LEG} move"
    table = site("soviet 06.05 1\naxis 04.03 strip", units=units, phasing="soviet", supply="soviet 05.03 2")
    table.begin("s").do(StepTo(table.hex("04.03")))
    assert table.one(BaseCaptured).side == "soviet"


@pytest.mark.case("15.2-A")
@pytest.mark.parametrize("switches", [{}, {"enhanced_construction": True}])
def test_the_list_of_works_is_what_would_be_accepted(switches: dict[str, object]) -> None:
    """With option 21.11 there are more tasks than bits in a byte."""
    bases = "axis 02.04 strip\naxis 03.03 1\nsoviet 06.05 1"
    for strips in ("axis=1", "axis=3", "soviet=1"):
        table = site(bases, strips=strips, supply="axis 02.02 9\nsoviet 03.02 1", switches=switches)
        look, data = table.look, Segment("axis")
        every = [Construct(*work) for work in product(("", "e", "hq", "a"), range(look.board.size), ALL_TASKS)]
        plain = {work for work in every if refuse(look, data, work) is None}
        assert {*table.offered(Construct)} == plain
        assert len(table.offered(Construct)) == len(plain)
        assert (STRIP in {work.task for work in plain}) is (strips == "axis=3")


# --- files ---------------------------------------------------------------------------------------------------------


def test_a_written_position_says_who_builds_them() -> None:
    game = site(strips="axis=2 soviet=1").game
    text = dump_position(game.world, game.state)
    assert "air_strips axis=2 soviet=1" in text.splitlines()
    assert parse_position(text)[0].scenario.air_strips == {"axis": 2, "soviet": 1}
    plain = site(strips="").game
    assert "air_strips" not in dump_position(plain.world, plain.state)


@pytest.mark.parametrize("strips", ["axis", "axis=0", "axis=x", "turk=2"])
def test_faults_of_that_line(strips: str) -> None:
    with pytest.raises(PositionError, match="air_strips"):
        site(strips=strips)


@pytest.mark.case("15.2")
def test_a_scenario_says_it(tmp_path: Path) -> None:
    def there(text: str) -> Path:
        folder = written(tmp_path, BASES)
        scenario = folder / "scenario.toml"
        scenario.write_text(f"{scenario.read_text(encoding='utf-8')}\n[air_strips]\n{text}", encoding="utf-8")
        return folder

    assert load_scenario(there("axis = 3\n")).air_strips == {"axis": 3}
    for text, where in (("turk = 3\n", "air_strips"), ("axis = 0\n", "air_strips[...]")):
        with pytest.raises(ScenarioError) as caught:
            load_scenario(there(text))
        assert caught.value.where == where
