"""Taking back: free until dice fall or the other side decides."""

from __future__ import annotations

from redball.core.actions import AddUnit, BeginMove, DeclareOverrun, ElectOrder, Halt
from redball.core.events import DefenderUnsupplied
from redball.game import Game
from redball.game.save import state_hash
from support import LEG, TANKS, Sitting, sit

FAR = f"soviet 06.05 r {LEG}"


def undo(table: Sitting, side: str = "axis") -> str:
    """The code of the refusal of an undo, "" when it was done."""
    refusal = table.game.undo(side)
    return refusal.code if refusal else ""


def test_undo_brings_back_the_very_state() -> None:
    table = sit(f"axis 02.02 u {LEG}\naxis 02.02 v {LEG}\n{FAR}")
    hashes = [state_hash(table.game.state)]
    for action in (BeginMove("u"), AddUnit("v"), table.to("02.03"), table.to("02.04"), Halt()):
        table.do(action)
        hashes.append(state_hash(table.game.state))
    for steps in range(5, 0, -1):
        assert table.game.undo_steps == steps
        assert state_hash(table.game.state) == hashes[steps]
        assert undo(table) == ""
        assert len(table.game.records) == steps - 1
    assert state_hash(table.game.state) == hashes[0]
    assert undo(table) == "undo.nothing"


def test_what_was_undone_can_be_done_otherwise() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u").go("02.03")
    undo(table)
    assert table.go("03.02").halt().at("u") == "03.02"
    assert [record.action for record in table.game.records][1] == table.to("03.02")


def test_dice_seal_what_came_before() -> None:
    units = f"axis 02.02 u {TANKS} fueled\nsoviet 02.03 r Bn infantry other 1-1-3L/1-1-6L\nsoviet 06.05 q {LEG}"
    table = sit(units, rest="[supply]\naxis 02.01 9\n", dice=(3, 4, 6, 6, 6)).begin("u")
    table.do(DeclareOverrun(table.hex("02.03")))
    assert table.game.undo_steps == 2
    while table.step != "move.go":
        table.do(table.game.choices()[0])
    assert table.game.undo_steps == 0
    assert undo(table) == "undo.sealed"
    assert table.game.sealed_by.startswith("dice were rolled (")
    table.go("02.04")
    assert (undo(table), undo(table)) == ("", "undo.sealed")


def test_what_one_saw_of_the_other_side_seals_too() -> None:
    """No dice have fallen when the attacker learns that the defender has no combat supply: it may not be tried out."""
    units = f"axis 02.02 u {TANKS} fueled\naxis 02.02 v {TANKS} fueled\nsoviet 02.03 r {LEG} exhausted"
    rest = "[supply]\naxis 02.01 9\n"
    for fog, steps in ((True, 0), (False, 5)):
        table = sit(units, rest=rest, switches={"fog": fog}).begin("u", "v")
        table.do(DeclareOverrun(table.hex("02.03")))
        while table.step != "combat.attacker_leader":
            table.do(table.game.choices()[0])
        assert table.all(DefenderUnsupplied)
        assert table.game.undo_steps == steps
    assert undo(table) == ""
    table = sit(units, rest=rest).begin("u", "v")
    table.do(DeclareOverrun(table.hex("02.03")))
    assert table.game.undo_steps == 3, "nothing has shown yet"


def test_the_other_sides_decision_seals_too() -> None:
    """The soviet side moves; in Reaction the axis decides; then the Combat Phase is the soviet side's again."""
    units = f"axis 02.02 u {LEG} reserve\nsoviet 03.02 r {LEG}\nsoviet 05.04 q {LEG}"
    table = sit(units, phasing="soviet", rest="[sources]\naxis 01.01\nsoviet 06.05\n").move("q", "05.03").done()
    assert (table.side, table.game.state.clock.phase) == ("axis", "reaction")
    assert (table.game.undo_steps, undo(table, "soviet"), undo(table, "axis")) == (0, "undo.not_yours", "undo.nothing")
    table.done()
    assert (table.side, table.step) == ("soviet", "combat_segment.declare")
    assert (table.game.undo_steps, undo(table, "soviet")) == (0, "undo.sealed")
    assert table.game.sealed_by == "the other side has acted since"


def test_only_the_side_that_decides_takes_back() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u")
    assert undo(table, "soviet") == "undo.not_yours"
    assert undo(table, "axis") == ""


def test_a_choice_that_leads_to_no_dice_can_be_taken_back_over_the_phases() -> None:
    """Electing the order leads to the Movement Phase without dice in between: it may still be taken back."""
    text = (
        "redball-position 1\nat clean_up phasing=soviet first=axis\nsides axis soviet\n[terrain]\n. . . . . .\n"
        f"[units]\naxis 01.01 u {LEG}\nsoviet 06.01 r {LEG}\n"
    )
    game = Game.from_position(text, script=(6, 6, 1, 1))
    before = state_hash(game.state)
    assert game.do(ElectOrder(True)).refusal is None
    assert game.undo("axis") is None
    assert state_hash(game.state) == before


def test_after_a_rewind_nothing_is_taken_back() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u").go("02.03")
    table.game.rewind(1)
    assert (len(table.game.records), table.game.state.dice.branch) == (1, 1)
    assert undo(table) == "undo.sealed"
    assert table.game.sealed_by == "the game was rewound"


def test_a_fork_goes_its_own_way() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u")
    fork = table.game.fork(99)
    fork.do(table.to("02.03"))
    assert (table.at("u"), len(table.game.records), len(fork.records)) == ("02.02", 1, 2)
    fork.rewind(1)
    assert fork.state.change(dice=table.game.state.dice) == table.game.state
    same = table.game.fork()
    assert same.dice is table.game.dice


# --- once more -----------------------------------------------------------------------------------------------------


def redo(table: Sitting, side: str = "axis") -> str:
    """The code of the refusal of a redo, "" when it was done."""
    refusal = table.game.redo(side)
    return refusal.code if refusal else ""


def test_what_was_taken_back_can_be_taken_once_more() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u").go("02.03", "02.04")
    after, records = state_hash(table.game.state), list(table.game.records)
    assert (redo(table), table.game.redo_steps) == ("redo.nothing", 0)
    assert [undo(table) for _ in range(3)] == ["", "", ""]
    assert (table.game.redo_steps, redo(table, "soviet")) == (3, "undo.not_yours")
    assert [redo(table) for _ in range(4)] == ["", "", "", "redo.nothing"]
    assert (state_hash(table.game.state), table.game.records, table.game.undo_steps) == (after, records, 3)


def test_doing_otherwise_forgets_what_was_taken_back() -> None:
    table = sit(f"axis 02.02 u {LEG}\n{FAR}").begin("u").go("02.03", "02.04")
    undo(table)
    undo(table)
    assert redo(table) == ""
    assert table.go("03.03").game.redo_steps == 0
    assert redo(table) == "redo.nothing"
    undo(table)
    table.game.rewind(0)
    assert redo(table) == "redo.nothing"
