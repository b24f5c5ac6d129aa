"""Actions in words in the terminal."""

import pytest

from redball.cli.wording import Words
from redball.core.actions import AddUnit, Detach, Exchange, LoadSupply
from redball.core.events import SupplyLoaded
from redball.core.state import Frame
from redball.editions.command_control.actions import TakeArmy
from redball.game import Game
from redball.game.sentences import sentence
from redball.rules.combat.record import CombatData
from rules.table import Table
from support import LEG, position


def test_what_is_offered_is_named_with_the_id_by_which_it_is_typed() -> None:
    look = Game.new("smolensk").look
    words = Words(look, "axis")
    assert words.action(TakeArmy("pg2")) == "Play Panzergruppe 2 (pg2) now  [take_army]"
    assert words.action(Exchange("de-hq-pg2", "de-bd-1")).endswith(" becomes Rgt A (de-bd-1)  [exchange]")
    assert words.action(Detach("de-hq-pg2", "de-bd-1")).endswith(" detaches Rgt A (de-bd-1), 3-3-4  [detach]")
    assert words.action(AddUnit("su-hq-13a")) == "Add an enemy unit  [add_unit]"


def test_trucks_without_a_printed_name_are_called_what_they_are() -> None:
    """In the list, in the log, in refusals."""
    game = Game.new("crossing")
    hex_ = game.state.units["ax-tr"].hex
    words = Words(game.look, "axis")
    assert words.action(LoadSupply("ax-tr", 4)) == "A Truck (ax-tr) loads 1 SP  [load_supply]"
    said = sentence(SupplyLoaded(case="13.7a", side="axis", unit="ax-tr", hex=hex_, tokens=4), words.namer)
    assert said.startswith("A Truck loads 1 SP at ")
    assert words.namer.units(("ax-tr", "ax-ir1")) == "a Truck, IR 1 Rgt"


@pytest.mark.case("E92-at-all-costs")
def test_a_choice_is_called_as_its_edition_calls_it() -> None:
    units = f"axis 01.01 a {LEG}\nsoviet 02.01 r {LEG}"
    look = position(f"edition 1992\n[terrain]\n. .\n. .\n[units]\n{units}\n[supply]\naxis 01.01 9", phase="combat")
    attack = CombatData("regular", "axis", look.board.index("02.01"), ("a",))
    table = Table(look, Frame("combat", "at_all_costs", attack))
    words = Words(table.game.look, "axis")
    told = [words.action(action) for action in table.game.choices()]
    costs = "Attack at all costs: double supply, a second roll at −4"
    assert told == ["An ordinary attack  [at_all_costs]", f"{costs}  [at_all_costs]"]
