"""The bot that plays to win."""

from random import Random

import pytest
from msgspec.structs import replace

from redball.bots import make_bot
from redball.bots.match import play_game
from redball.bots.steady.odds import expected, spread
from redball.bots.steady.places import distances
from redball.bots.steady.worth import step_points, token_price, victory_points
from redball.core.actions import Action, BeginMove, BlowDump, Breakout, Construct, DeclareAttack, Done, SetMode
from redball.core.battle import AnnouncedOdds
from redball.core.look import Look
from redball.core.state import Hedgehog
from redball.game import Game
from redball.game.watch.disguise import disguised
from redball.scenarios.records import VictoryHex
from support import HEAD, again, in_scenario, long

WEAK_ENEMY = """
redball-position 1
at combat phasing=axis
[terrain]
. . . .
. . . .
. . . .
[units]
axis   02.02 a1 Rgt infantry other 8-4-3L/2-3-6L
axis   02.02 a2 Rgt infantry other 8-4-3L/2-3-6L
soviet 03.02 weak Rgt infantry other {strength}-2-3L/1-2-6L
soviet 04.03 far Rgt infantry other 4-2-3L/1-2-6L
[supply]
axis 02.02 {supply}
"""


def first(game: Game, name: str = "steady") -> Action:
    """What the bot does now."""
    open_ = game.decision
    assert open_ is not None
    return make_bot(name, 1).choose(game, open_.side)


@pytest.mark.parametrize(("strength", "supply", "attacks"), [(2, "5", True), (40, "5", False), (2, "1T", False)])
def test_it_attacks_where_that_pays_and_can_be_paid(strength: int, supply: str, attacks: bool) -> None:
    sources = "[sources]\naxis 01.01\nsoviet 04.01\n"
    game = Game.from_position(WEAK_ENEMY.format(strength=strength, supply=supply) + sources)
    target = game.world.board.index("03.02")
    assert first(game) == (DeclareAttack(target) if attacks else Done())


@pytest.mark.parametrize(("enemy", "blows"), [("03.01", True), ("04.01", False)])
def test_it_blows_a_dump_that_nobody_guards_before_the_enemy_takes_it(enemy: str, blows: bool) -> None:
    rifles = "Rgt infantry other 4-3-3L/2-3-6L"
    game = Game.from_position(
        f"{HEAD}at reaction_movement phasing=soviet\n[terrain]\n. . . . . .\n[units]\n"
        f"soviet {enemy} e {rifles}\naxis 06.01 a {rifles}\n[supply]\naxis 01.01 2\naxis 06.01 3\n"
    )
    assert first(game) == (BlowDump(game.world.board.index("01.01"), 8) if blows else Done())


@pytest.mark.parametrize(("strength", "prize", "tries"), [(7, 0, True), (6, 0, False), (1, 0, False), (7, 1, False)])
def test_it_breaks_out_before_an_enemy_whom_it_could_not_hold(strength: int, prize: int, tries: bool) -> None:
    """Two thirds of those who try are lost: only before five times its strength, and from no place with points."""
    around = "".join(f"soviet 02.0{i + 1} e{i} Rgt infantry other {strength}-3-3L/2-3-6L\n" for i in range(4))
    game = Game.from_position(
        f"{HEAD}at movement_breakout phasing=axis\n[terrain]\n"
        + ". . . .\n" * 4
        + f"[units]\naxis 01.02 a Rgt infantry other 4-3-3L/2-3-6L\n{around}"
    )
    place = game.world.board.index("01.02")
    hexes = (VictoryHex(place, prize, "Hill"),) if prize else ()
    game.look = in_scenario(game.look, victory=replace(game.world.scenario.victory, hexes=hexes))
    game.world = game.look.world
    assert first(game) == (Breakout("a") if tries else Done())


def test_it_adds_units_and_commits() -> None:
    game = Game.from_position(WEAK_ENEMY.format(strength=2, supply="5"), script=[6, 6, 1, 6, 6])
    bot = make_bot("steady", 1)
    while (open_ := game.decision) is not None and open_.procedure.name == "combat_segment":
        game.take(open_.side, bot.choose(game, open_.side))
    assert {type(record.action).__name__ for record in game.records} >= {"DeclareAttack", "AddUnit", "Done"}
    assert "AttackDeclared" in {type(event).__name__ for event in game.events()}


def test_it_goes_for_a_hex_that_counts() -> None:
    game = Game.new("crossing", seed=1)
    assert isinstance(first(game), BeginMove)
    result = play_game("crossing", ("steady", "random"), 1)
    assert result.winner == "axis"


@pytest.mark.parametrize("scenario", ["crossing", "throw-range"])
@pytest.mark.parametrize("names", [("steady", "steady"), ("steady", "random"), ("random", "steady")])
def test_it_finishes_every_teaching_scenario(scenario: str, names: tuple[str, str]) -> None:
    for seed in range(3):
        assert play_game(scenario, names, seed).winner in ("axis", "soviet", "draw")


@pytest.mark.slow
@pytest.mark.parametrize(
    "names",
    [long(("steady", "steady")), long(("steady", "random")), ("random", "steady")],
)
def test_it_finishes_yelnya_and_beats_random(names: tuple[str, str]) -> None:
    result = play_game("yelnya", names, 1)
    if names != ("steady", "steady"):
        assert result.winner == ("soviet", "axis")[names.index("steady")]


def test_the_same_seed_plays_the_same() -> None:
    one, two = (play_game("crossing", ("steady", "random"), 7) for _ in range(2))
    assert (one.actions, one.points, one.result) == (two.actions, two.points, two.result)


@pytest.mark.case("4.9a-B")
def test_what_is_hidden_does_not_change_what_it_does() -> None:
    game = Game.new("crossing", seed=3)
    bot, rng = make_bot("steady", 1), Random(1)
    asked = 0
    while (open_ := game.decision) is not None and asked < 60:
        action = bot.choose(game, open_.side)
        other = game.fork()
        other.look = Look(game.world, disguised(game.look, open_.side, rng))
        assert make_bot("steady", 1).choose(game, open_.side) == make_bot("steady", 1).choose(other, open_.side)
        game.take(open_.side, action)
        asked += 1
    assert asked == 60


# --- what things are worth -------------------------------------------------------------------------------------


def on(column: int, drm: int, hedgehog: int) -> AnnouncedOdds:
    """Odds on a column of the open line."""
    return AnnouncedOdds("1", "1", "1:1", "open", column, drm, hedgehog)


def test_the_spread_counts_every_throw() -> None:
    world = Game.new("crossing").world
    charts = world.charts.combat
    for column in (0, 4, charts.last_column):
        ways = spread(world, "regular", on(column, 0, 0))
        assert sum(ways.values()) == 36 * 6 * 36
    better = spread(world, "regular", on(6, 3, 0))
    worse = spread(world, "regular", on(6, -3, 0))
    assert sum(n for code, n in better.items() if "DL" in code) > sum(n for code, n in worse.items() if "DL" in code)
    works = spread(world, "regular", on(6, 0, 2))
    plain = spread(world, "regular", on(6, 0, 0))
    assert sum(n for code, n in works.items() if "DL" in code) < sum(n for code, n in plain.items() if "DL" in code)


def test_doubt_makes_an_attack_worth_less() -> None:
    game = Game.from_position(WEAK_ENEMY.format(strength=4, supply="5"))
    hex_ = game.world.board.index("03.02")
    values = [expected(game.look, "axis", "regular", hex_, ("a1", "a2"), doubt) for doubt in (0, 12, 48)]
    assert values[0] > values[1] > values[2]


def test_points_come_from_the_scenario() -> None:
    game = Game.new("yelnya")
    assert victory_points(game.look, game.world.board.index("15.14")) == 10
    assert victory_points(game.look, game.world.board.index("01.01")) == 0
    for side, (per_steps, points) in game.world.scenario.victory.losses.items():
        assert step_points(game.look, side) == 1000 * points // per_steps


def test_tokens_are_dear_when_few_are_left_and_cheap_at_the_end() -> None:
    game = Game.new("crossing")
    look = game.look
    plenty = token_price(look, "axis")
    hex_ = next(iter(look.state.dumps["axis"]))
    poor = Look(look.world, look.state.with_dump("axis", hex_, look.state.dumps["axis"][hex_].__class__(1)))
    assert token_price(poor, "axis") > plenty
    last = look.state.change(clock=look.state.clock.__class__(turn=look.world.scenario.turns))
    assert token_price(Look(look.world, last), "axis") < plenty


def test_distances_are_those_of_the_board() -> None:
    board = (world := Game.new("crossing").world).board
    two = (board.index("02.02"), board.index("09.07"))
    found = distances(world, [(two[0], 0), (two[1], 3)])
    for hex_ in range(board.size):
        assert found[hex_] == min(board.distance(two[0], hex_), board.distance(two[1], hex_) + 3)


def test_a_unit_far_from_the_enemy_marches_on_its_move_side() -> None:
    game = Game.from_position(
        """
        redball-position 1
        at movement phasing=axis
        [terrain]
        . . . . . . . . . . . . . .
        . . . . . . . . . . . . . .
        [units]
        axis   01.01 inf Rgt infantry other 4-3-3L/2-3-8L
        soviet 14.01 ru  Rgt infantry other 4-3-3L/2-3-8L
        """
    )
    bot = make_bot("steady", 1)
    for wanted in (BeginMove("inf"), SetMode("inf", "move", "move")):
        assert bot.choose(game, "axis") == wanted
        game.take("axis", wanted)
    while game.decision is not None and game.decision.procedure.name == "move":
        game.take("axis", bot.choose(game, "axis"))
    assert game.world.board.position(game.state.units["inf"].hex)[0] > 5


def holders(units: str, supply: str) -> Game:
    """The axis holds an objective in 03.02, the enemy is near."""
    game = Game.from_position(
        f"{HEAD}at movement phasing=axis\n[terrain]\n. . . . . .\n. . . . . .\n"
        f"[units]\n{units}\nsoviet 06.01 e Rgt infantry other 9-3-3L/2-3-6L\n[supply]\naxis 03.02 {supply}\n"
    )
    where = game.world.board.index("03.02")
    victory = replace(game.world.scenario.victory, hexes=(VictoryHex(where, 5, "Hill"),))
    look = in_scenario(game.look, victory=victory)
    return again(Look(look.world, look.state.change(control={where: "axis"})))


@pytest.mark.parametrize(("supply", "digs"), [("9", True), ("7", False)])
def test_it_digs_in_where_it_holds_what_counts_and_has_supply(supply: str, digs: bool) -> None:
    units = "\n".join(f"axis 03.02 {name} Bn infantry other 6-3-0L/3-3-0L" for name in ("a1", "a2", "a3"))
    game = holders(units, supply)
    bot, where = make_bot("steady", 1), game.world.board.index("03.02")
    seen = []
    while game.state.clock.phase == "movement":
        seen.append(bot.choose(game, "axis"))
        game.take("axis", seen[-1])
    assert (Construct("", where, "build_hedgehog") in seen) is digs
    assert game.state.hedgehogs == ({where: Hedgehog("axis", 1)} if digs else {})
