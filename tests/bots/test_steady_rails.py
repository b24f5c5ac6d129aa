"""The steady bot and railroads: it lays rails, sends supply and rides to the front."""

from redball.bots import make_bot
from redball.core.actions import Action, Done
from redball.core.events import RailConverted, SupplyRailed, UnitRailed
from redball.game import Game

LENGTH = 24
LINE = " ".join(f"{column:02d}.02" for column in range(1, LENGTH + 1))
REPAIR = "Bn rail_repair other (1)-2-4L/(1)-2-9L kind=rail_repair"
RIFLES = "Rgt infantry other 4-3-3L/2-3-6L"
HQ = "hq 10T-3T/5T-12T"


def railway(units: str, *, foe: str = "24.03", more: str = "", gauges: str = "standard *") -> Game:
    """A railroad along the middle row of a long map; the HQ stands near its eastern end."""
    row = " ".join("." * LENGTH)
    return Game.from_position(
        f"redball-position 1\nat movement phasing=axis\nsides axis soviet\n[terrain]\n{row}\n{row}\n{row}\n"
        f'[places]\n01.02 village "West"\n18.02 village "East"\n'
        f"[paths]\nrailroad - {LINE}\n[units]\n{units}\n"
        f"axis 18.02 hq {HQ}\naxis 19.02 g {RIFLES} moved\nsoviet {foe} foe {RIFLES}\n"
        f"[sources]\naxis 01.02\n[rail]\naxis 8 gauge=standard\n[gauges]\n{gauges}\n{more}"
    )


def play(game: Game) -> list[Action]:
    """All that the bot does in the segment."""
    bot, actions = make_bot("steady", 1), []
    while (open_ := game.decision) is not None and open_.side == "axis":
        action = bot.choose(game, "axis")
        assert game.take("axis", action).refusal is None
        actions.append(action)
        if action == Done():
            break
    return actions


def told(game: Game, *kinds: type[RailConverted | SupplyRailed | UnitRailed]) -> list[str]:
    return [game.world.board.hex_name(e.hex) for r in game.records for e in r.events if isinstance(e, kinds)]


def test_a_rail_repair_unit_converts_four_hexes_toward_the_headquarters() -> None:
    game = railway(f"axis 03.02 rr {REPAIR}", gauges="broad *\nstandard 01.02 02.02 03.02")
    play(game)
    assert told(game, RailConverted) == ["04.02", "05.02", "06.02", "07.02"]


def test_nothing_is_laid_next_to_the_enemy() -> None:
    game = railway(f"axis 03.02 rr {REPAIR}", foe="05.03", gauges="broad *\nstandard 01.02 02.02 03.02")
    play(game)
    assert told(game, RailConverted) == []


def test_supply_goes_by_train_to_where_the_headquarters_is() -> None:
    game = railway("", more="[supply]\naxis 01.02 3\n")
    play(game)
    assert told(game, SupplyRailed) == ["18.02"]


def test_a_unit_in_the_rear_rides_to_the_front() -> None:
    ready = railway(f"axis 01.02 a {RIFLES} move")
    play(ready)
    (arrived,) = told(ready, UnitRailed)
    assert int(arrived[:2]) >= 15


def test_a_unit_near_the_enemy_marches() -> None:
    game = railway(f"axis 16.02 a {RIFLES} move")
    play(game)
    assert told(game, UnitRailed) == []
