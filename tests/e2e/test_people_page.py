"""The people at a game, by clicks: links before they are taken, offers, the umpire, saves, resignation."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

from playwright.sync_api import Browser, expect

from e2e.people import PASSWORD, Guest
from e2e.test_account_page import house
from redball.online.database import Database
from redball.online.tables import GameRow

__all__ = ["house"]

PLAY = """async ([id, side, times]) => {
  const headers = { 'content-type': 'application/json' }
  for (let i = 0; i < times; i++) {
    const view = await (await fetch(`/api/games/${id}/view?side=${side}`)).json()
    if (view.decision.side !== side) return
    const action = view.choices.find((c) => c.type === 'done') ?? view.choices[0]
    const body = JSON.stringify({ side, seq: view.seq, actions: [action] })
    const sent = await fetch(`/api/games/${id}/act`, { method: 'POST', headers, body })
    if (!sent.ok) throw new Error(await sent.text())
  }
}"""
"""Takes some actions of a side, as long as it decides."""


def offered(person: Guest, side: str = "axis", **ticks: bool) -> str:
    """A game of Crossing that somebody offers; "" as its umpire. Its page of the table is open then; the game's id."""
    person.the("scenario").select_option("crossing")
    person.the("side-axis").select_option("you" if side == "axis" else "")
    if ticks.get("hidden"):
        person.page.get_by_label("Only by invitation").check()
    person.push("offer").push("table")
    expect(person.the("table-page")).to_be_visible()
    return person.page.url.rpartition("/")[2]


def at_table(browser: Browser, house: str, gid: str, name: str, side: str = "") -> Guest:
    """Somebody who signs up, takes a side, and is at the table of the game."""
    person = Guest(browser, house, known=name)
    if side:
        person.push(f"join-{side}")
        expect(person.the("yours").get_by_test_id(f"game-{gid}")).to_be_visible()
    person.page.goto(f"{house}/#/table/{gid}")
    expect(person.the("table-page")).to_be_visible()
    return person


def invites(person: Guest, words: str) -> str:
    """The address of a link that somebody makes on the page of the table."""
    person.the("invite-what").select_option(label=words)
    person.push("make-link")
    expect(person.page.get_by_text(f"want {words}. It is shown only now")).to_be_visible()
    return person.the("link").input_value()


def leave(*people: Guest) -> None:
    """All close their browsers."""
    for one in people:
        one.leave()


def test_a_link_is_looked_at_taken_and_taken_back(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    gid = offered(anna, hidden=True)
    expect(anna.the("stands")).to_have_text("waits for players")
    good, back = invites(anna, "to play Soviet"), invites(anna, "to look on")
    expect(anna.the("links").locator("li")).to_have_count(2)
    anna.pictured(pictures, "table-open")
    assert anna.violations() == []
    anna.the("links").locator("li", has_text="to look on").get_by_test_id("take-back-link").click()
    expect(anna.the("links").locator("li")).to_have_count(1)

    boris = Guest(browser, house, back.removeprefix(house))
    expect(boris.page.get_by_role("alert")).to_contain_text("has been taken back")
    boris.page.goto(good)
    expect(boris.the("invited-to")).to_have_text("You would play Soviet.")
    expect(boris.the("invitation")).to_contain_text("Anna invites you to a game")
    expect(boris.the("invited-seats")).to_have_text("Anna plays Axis")
    boris.pictured(pictures, "invitation")
    assert boris.violations() == []
    boris.fill(guest_name="Anna").push("take-as-guest")
    expect(boris.page.get_by_role("alert")).to_have_text("the name Anna is taken")
    boris.fill(guest_name="Boris").push("take-as-guest")
    expect(boris.the("seats")).to_contain_text("Boris (you) plays Soviet")
    expect(boris.the("account")).to_have_text("Boris (guest)")
    expect(anna.the("seats")).to_contain_text("Boris plays Soviet", timeout=8000)  # sooner than asking would bring it
    expect(anna.the("stands")).to_contain_text("your turn, turn 1")
    expect(anna.the("links")).to_have_text("No link is open.")

    carl = Guest(browser, house, good.removeprefix(house))
    expect(carl.page.get_by_role("alert")).to_contain_text("has been used")
    carl.pictured(pictures, "invitation-used")
    boris.page.goto(good)
    expect(boris.the("invitation")).to_contain_text("You have a seat in that game already.")
    boris.push("to-table")
    expect(boris.the("table-page")).to_be_visible()

    boris.push("account").fill(keep_name="Boris the Great", keep_password=PASSWORD).push("keep-by-password")
    expect(boris.the("account")).to_have_text("Boris the Great")
    boris.page.goto(f"{house}/#/")
    expect(boris.the("guest-note")).to_have_count(0)
    expect(boris.the("yours").get_by_test_id(f"game-{gid}")).to_contain_text("Soviet: you")
    leave(anna, boris, carl)


def test_who_has_an_account_takes_the_seat_with_it(browser: Browser, house: str) -> None:
    """Signed in before, or on the page of the invitation."""
    anna, boris = Guest(browser, house, known="Anna"), Guest(browser, house, known="Boris")
    offered(anna)
    watching, playing = invites(anna, "to look on"), invites(anna, "to play Soviet")
    boris.page.goto(playing)
    boris.push("take-seat")
    expect(boris.the("seats")).to_contain_text("Boris (you) plays Soviet")
    carl = Guest(browser, house, watching.removeprefix(house))
    expect(carl.the("invited-to")).to_contain_text("You would watch. Spectators see nothing until the end.")
    carl.sign_up("Carl")  # takes the seat
    expect(carl.the("seats")).to_contain_text("Carl (you) looks on")
    again = Guest(browser, house, invites(anna, "to look on").removeprefix(house))
    again.fill(name="Boris", password=PASSWORD).page.get_by_role("button", name="Sign in", exact=True).click()
    expect(again.the("invitation")).to_contain_text("You have a seat in this game already")
    leave(anna, boris, carl, again)


def test_an_offer_is_declined_made_again_and_agreed_to(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    gid = offered(anna)
    boris = at_table(browser, house, gid, "Boris", "soviet")
    anna.push("offer-to-adjourn")
    expect(anna.the("offer-adjourn")).to_contain_text("Soviet must agree.")
    expect(boris.the("offer-adjourn")).to_contain_text("Axis offers to adjourn the game", timeout=8000)
    boris.pictured(pictures, "table-offer")
    assert boris.violations() == []
    boris.push("decline-adjourn")
    expect(boris.the("offers")).to_have_text("Nothing is offered.")
    expect(anna.the("offers")).to_have_text("Nothing is offered.", timeout=8000)
    boris.push("offer-to-adjourn")
    anna.push("agree-adjourn")
    for one in (anna, boris):
        expect(one.the("stands")).to_contain_text("adjourned", timeout=8000)
    anna.push("to-game")
    expect(anna.the("apart")).to_contain_text("The game is adjourned")
    expect(anna.the("header-decides")).to_have_text("Adjourned")
    boris.push("offer-to-resume")
    anna.page.go_back()
    anna.push("agree-resume")
    expect(boris.the("stands")).to_contain_text("Axis decides", timeout=8000)

    anna.page.evaluate(PLAY, [gid, "axis", 2])
    anna.push("go-back")
    anna.fill(point_number="0", point_name="from the start").push("point-go")
    expect(boris.the("offer-rewind")).to_contain_text("Axis proposes to go back to “from the start”", timeout=8000)
    boris.push("agree-rewind")
    expect(boris.the("offer-rewind")).to_have_count(0)
    expect(anna.the("offer-rewind")).to_have_count(0, timeout=8000)

    carls = invites(anna, "to go on for you as Axis")
    carl = Guest(browser, house, known="Carl")
    carl.page.goto(carls)
    expect(carl.the("invited-to")).to_have_text(
        "You would take over from Anna, who plays Axis now and gives you the seat."
    )
    carl.push("take-seat")
    expect(boris.the("seats")).to_contain_text("Carl plays Axis", timeout=8000)
    boris.push("offer-to-end")
    carl.push("agree-end")
    for one in (boris, carl):
        expect(one.the("outcome")).to_have_text("The players have agreed to end it.", timeout=8000)
    leave(anna, boris, carl)


def test_the_umpire_settles_gives_a_side_and_goes_back(browser: Browser, house: str, pictures: Path) -> None:
    umpire = Guest(browser, house, known="Anna")
    gid = offered(umpire, side="")
    axis = at_table(browser, house, gid, "Boris", "axis")
    soviet = at_table(browser, house, gid, "Carl", "soviet")
    dora = at_table(browser, house, gid, "Dora")
    expect(dora.the("umpire")).to_have_count(0)
    expect(axis.the("umpire")).to_have_count(0)
    axis.page.evaluate(PLAY, [gid, "axis", 3])
    expect(umpire.the("stands")).to_contain_text("Soviet decides", timeout=8000)
    umpire.push("go-back")
    umpire.the("point").select_option(label="turn 1, Axis: Movement Phase (after action 0)")  # the list grows meanwhile
    number = umpire.the("point-number").input_value()
    umpire.fill(point_name="before the bridge")
    umpire.pictured(pictures, "table-umpire")
    assert umpire.violations() == []
    umpire.push("point-go")
    expect(umpire.the("umpire")).to_contain_text(f"The game is back at action {number}.")
    assert axis.page.evaluate("async (id) => (await (await fetch(`/api/games/${id}/at`)).json()).actions", gid) == int(
        number
    )

    umpire.the("give-side").select_option("soviet")
    umpire.fill(give_name="nobody").push("give")
    expect(umpire.page.get_by_role("alert")).to_contain_text("there is no account")
    umpire.fill(give_name="Dora").push("give")
    dora.page.reload()  # who sees nothing of the game has no socket, and would ask some seconds later
    expect(dora.the("seats")).to_contain_text("Dora (you) plays Soviet")
    expect(axis.the("seats")).to_contain_text("Dora plays Soviet", timeout=8000)
    umpire.push("settle-adjourn")
    expect(axis.the("stands")).to_contain_text("adjourned", timeout=8000)
    umpire.push("settle-resume")
    expect(axis.the("stands")).to_contain_text("your turn", timeout=8000)
    with umpire.page.expect_download() as saved:
        umpire.push("save")
    assert saved.value.suggested_filename == f"{gid}.redball"
    umpire.push("settle-end").push("settle-end-surely")
    for one in (umpire, axis, dora):
        expect(one.the("outcome")).to_have_text("The umpire has ended it.", timeout=8000)
    leave(umpire, axis, soviet, dora)


def test_a_save_comes_in(browser: Browser, house: str, pictures: Path, tmp_path: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    gid = offered(anna)
    boris = at_table(browser, house, gid, "Boris", "soviet")
    boris.push("resign").push("resign-surely")
    expect(anna.the("outcome")).to_have_text("Soviet has resigned: Axis has won.", timeout=8000)
    with anna.page.expect_download() as saved:
        anna.push("save")
    lines = Path(saved.value.path()).read_bytes().splitlines(keepends=True)
    files = {
        "nonsense": b"no save\n",
        "torn": b'{"scenario":"crossing"}\n',
        "going on": b"".join(lines[:-1]),
    }
    for name, raw in files.items():
        (tmp_path / f"{name}.redball").write_bytes(raw)

    anna.page.goto(f"{house}/#/")
    for name, words in (("nonsense", "not a Redball save"), ("torn", "the save")):
        anna.the("save-file").set_input_files(tmp_path / f"{name}.redball")
        if name == "torn":
            anna.push("import")
        expect(anna.the("take-in").get_by_role("alert")).to_contain_text(words)
    anna.the("save-file").set_input_files(tmp_path / "going on.redball")
    anna.the("import-side").select_option("soviet")
    anna.push("import")
    expect(anna.the("take-in")).to_contain_text("The game is now in your list.")
    row = anna.the("yours").locator("li", has_text="imported")
    expect(row).to_contain_text("waits for players")
    anna.page.screenshot(path=pictures / "lobby-import.png", full_page=True)
    anna.push("import-table")
    expect(anna.the("seats")).to_contain_text("Anna (you) plays Soviet")
    expect(anna.the("free-axis")).to_be_visible()
    boris.page.goto(invites(anna, "to play Axis"))
    boris.push("take-seat")
    expect(anna.the("stands")).to_contain_text("Axis decides", timeout=8000)
    leave(anna, boris)


def test_a_claim_of_time_is_made_and_told(browser: Browser, house: str, pictures: Path, tmp_path: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    anna.the("pace").select_option("hour")
    gid = offered(anna)
    boris = at_table(browser, house, gid, "Boris", "soviet")
    expect(boris.the("pace-told")).to_have_text("a clock of 60 minutes each, with 30 seconds more for each decision")
    expect(boris.the("seats")).to_contain_text("min left")
    expect(boris.the("claim")).to_have_count(0)
    database = Database(f"sqlite:///{tmp_path}/house.sqlite")
    with database.writing() as tx:
        tx.get_one(GameRow, gid).moved -= timedelta(hours=2)
    database.close()
    boris.page.reload()
    expect(boris.the("seats")).to_contain_text("decides · time is up")
    expect(anna.the("claim")).to_have_count(0)
    boris.pictured(pictures, "table-time-up")
    boris.push("claim")
    for one in (anna, boris):
        expect(one.the("outcome")).to_have_text("Axis ran out of time: Soviet has won.", timeout=8000)
    leave(anna, boris)


def test_a_resignation_is_seen_by_whoever_looks_on(browser: Browser, house: str, pictures: Path) -> None:
    """On the page of the table, and on that of the game."""
    anna = Guest(browser, house, known="Anna")
    anna.page.get_by_label("Spectators see").select_option("soviet")
    gid = offered(anna)
    boris = at_table(browser, house, gid, "Boris", "soviet")
    carl = at_table(browser, house, gid, "Carl")
    boris.push("to-game")
    expect(boris.the("decision")).to_be_visible()
    anna.push("resign")
    anna.pictured(pictures, "table-resign")
    anna.push("resign-surely")
    told = "Axis has resigned: Soviet has won."
    expect(carl.the("outcome")).to_have_text(told, timeout=8000)
    expect(boris.the("apart")).to_contain_text(told, timeout=8000)
    expect(boris.the("header-decides")).to_have_text("The game is over")
    expect(boris.the("decision")).not_to_contain_text("decides")
    expect(anna.the("outcome")).to_have_text(told)
    expect(anna.the("resign")).to_have_count(0)
    anna.pictured(pictures, "table-over")
    boris.page.screenshot(path=pictures / "game-over-apart.png")
    leave(anna, boris, carl)
