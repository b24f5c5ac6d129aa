"""Bots of another temper: what each leans to, and that they play whole segments legally."""

from __future__ import annotations

import pytest

from redball.bots import BOTS, PlannerBot, make_bot, thinks
from redball.bots.planner.guide import GOAL, Tasks
from redball.bots.planner.plans import Group, Plan, Task, TaskKind
from redball.bots.planner.raids import SHARE, Raids, worth_of
from redball.bots.planner.rollout import enemy_of
from redball.bots.planner.tempers import TEMPERS, Bold, Cautious
from redball.bots.steady.fighters import Weigh, weigh_fighter
from redball.bots.steady.hands import STAUNCH, Hands
from redball.bots.steady.places import threats, to_goals
from redball.bots.steady.worth import step_worth
from redball.core.events import AttackDeclared, BarrageDeclared, Event, FuelPaid, OverrunDeclared, Spent
from redball.core.look import Look
from redball.core.state import Unit
from redball.game import Game
from redball.rules.trace.cuts import CutMap, cut_map
from redball.rules.units.abilities import attack_capable, mobility


@pytest.fixture(scope="module")
def look() -> Look:
    return Game.new("yelnya", seed=5).look


def fighter(look: Look, side: str, kind: str) -> Unit:
    """A unit of that mobility that can attack."""
    return next(u for u in look.own(side) if u.on_map and attack_capable(look, u) and mobility(look, u) == kind)


@pytest.mark.parametrize("name", TEMPERS)
def test_they_are_bots_that_do_not_think_long(name: str) -> None:
    bot = make_bot(name, 3)
    assert bot.name == name
    assert name in BOTS
    assert not thinks(name)


@pytest.mark.parametrize("name", TEMPERS)
def test_each_plays_a_turn_otherwise_than_steady(name: str) -> None:
    def played(who: str) -> list[object]:
        game = Game.new("crossing", seed=2)
        bots = {side: make_bot(who, 2) for side in game.world.sides}
        while (open_ := game.decision) is not None and game.state.clock.turn < 3:
            assert game.take(open_.side, bots[open_.side].choose(game, open_.side)).refusal is None
        return [record.action for record in game.records]

    assert played(name) == played(name), "the same seed, the same play"
    if name != "raider":  # Crossing's few lines of supply are where it would go anyway
        assert played(name) != played("steady")


def test_the_bold_attack_where_the_cautious_do_not(look: Look) -> None:
    assert Bold().strike(look, 0) > 0 > Cautious().strike(look, 0)


def test_the_cautious_stay_where_they_are(look: Look) -> None:
    """What the bot gives for a hex nearer to a goal is taken back, and each hex away costs half of it."""
    danger, goal = threats(look, "soviet"), to_goals(look, "soviet")
    unit = next(u for u in look.own("soviet") if u.on_map and attack_capable(look, u) and u.hex not in danger)
    lean = Cautious().lean(look, unit)
    assert lean is not None
    away = [h for h in range(look.board.map_size) if look.board.distance(h, unit.hex) == 4 and h not in danger]
    assert away
    assert lean(unit.hex) == GOAL * goal[unit.hex]
    assert all(lean(hex_) - GOAL * goal[hex_] <= -4 * GOAL // 2 for hex_ in away)


def spent(who: str, seed: int) -> int:
    """Tokens that the Axis spends in a game of Crossing, in which its enemy is `steady`."""
    game = Game.new("crossing", seed=seed)
    bots = {"axis": make_bot(who, seed), "soviet": make_bot("steady", seed)}
    tokens = 0
    while (open_ := game.decision) is not None:
        taken = game.take(open_.side, bots[open_.side].choose(game, open_.side))
        tokens += sum(e.tokens for e in taken.events if isinstance(e, Spent) and e.side == "axis")
    return tokens


def test_misers_spend_less_in_the_same_games() -> None:
    """Less than two thirds of what `steady` spends, over six seeds."""
    miser, steady = (sum(spent(who, seed) for seed in range(1, 7)) for who in ("miser", "steady"))
    assert 3 * miser < 2 * steady


def test_what_a_miser_weighs_its_supply_against(monkeypatch: pytest.MonkeyPatch) -> None:
    """With a grudge beyond any gain it moves nobody who must be fueled, and starts no fight that must be paid for."""
    monkeypatch.setattr("redball.bots.planner.tempers.GRUDGE", 10**6)

    def paid_for(who: str) -> set[type[Event]]:
        game = Game.new("yelnya", seed=5)
        bots = {"axis": make_bot(who, 5), "soviet": make_bot("steady", 5)}
        found: set[type[Event]] = set()
        while (open_ := game.decision) is not None and game.state.clock.turn < 3:
            taken = game.take(open_.side, bots[open_.side].choose(game, open_.side))
            found |= {type(event) for event in taken.events if event.side == "axis"}
        return found & {FuelPaid, AttackDeclared, OverrunDeclared, BarrageDeclared}

    assert paid_for("steady") == {FuelPaid, AttackDeclared, OverrunDeclared, BarrageDeclared}
    assert paid_for("miser") == set()


def test_raiders_go_where_traces_can_be_cut(look: Look) -> None:
    """A hex counts a fifth of what it would cut off; who walks does not raid."""
    unit = fighter(look, "axis", "track")
    lean = Raids().lean(look, unit)
    cuts = cut_map(look, "soviet").cuts
    assert lean is not None
    assert cuts
    for hex_, units in cuts.items():
        steps = {uid: look.steps(look.unit(uid)) for uid in units}
        assert worth_of(look, units) == sum(step_worth(look, look.unit(uid)) * n for uid, n in steps.items())
        assert lean(hex_) == worth_of(look, units) // SHARE > 0
    nowhere = next(hex_ for hex_ in range(look.board.map_size) if hex_ not in cuts)
    assert lean(nowhere) == 0
    assert Raids().lean(look, fighter(look, "soviet", "leg")) is None


def test_the_map_of_cuts_is_made_once_a_segment(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def counted(look: Look, side: str) -> CutMap:
        made.append(side)
        return cut_map(look, side)

    monkeypatch.setattr("redball.bots.planner.raids.cut_map", counted)
    raider = Raids()
    for _ in range(3):
        raider.worth(look, "axis")
    clock = look.state.clock
    raider.worth(Look(look.world, look.state.change(clock=clock.__class__(turn=clock.turn + 1))), "axis")
    assert made == ["soviet", "soviet"]


def test_groups_raid_besides_their_tasks_unless_they_hold(look: Look) -> None:
    unit = fighter(look, "axis", "track")
    group = Group("K", (unit.id,), unit.hex)
    there = next(iter(cut_map(look, "soviet").cuts))
    gain = Raids().worth(look, "axis")[there]

    def leaning(kind: TaskKind, *, raids: bool) -> int:
        plan = Plan((group,), (Task(kind, there),))
        lean = Tasks(plan, *([Raids()] if raids else [])).lean(look, unit)
        return lean(there) if lean is not None else 0

    assert leaning("usual", raids=True) == gain > 0 == leaning("usual", raids=False)
    assert leaning("take", raids=True) - leaning("take", raids=False) == gain
    assert leaning("hold", raids=True) == leaning("hold", raids=False)


def test_the_planner_plays_by_its_own_hands_whoever_it_imagines_as_its_enemy(monkeypatch: pytest.MonkeyPatch) -> None:
    played: dict[str, set[Hands]] = {"axis": set(), "soviet": set()}

    def noted(look: Look, before: Unit, hands: Hands, unit: Unit) -> Weigh:
        played[unit.side].add(hands)
        return weigh_fighter(look, before, hands, unit)

    monkeypatch.setattr("redball.bots.steady.positions.weigh_fighter", noted)
    game, bot = Game.new("crossing", seed=2), PlannerBot(2)
    assert game.decision is not None
    side = game.decision.side
    while bot.think(game, side):
        pass
    enemies = [enemy_of(bot.lot(game, side) + number) for number in range(3)]
    assert played == {side: {STAUNCH}, game.world.enemy(side): {enemy.hands for enemy in enemies}}
    played[side].clear()
    bot.choose(game, side)
    assert played[side] == {STAUNCH}
