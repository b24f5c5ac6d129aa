"""One's own account on the page: password, passkeys, sessions, data, the end; and a guest who keeps the games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, WebSocket, expect

from e2e.people import PASSWORD, Guest, open_house

OTHER = "another long one"
KEY = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


@pytest.fixture
def house(tmp_path: Path) -> Iterator[str]:
    """A server with accounts."""
    with open_house(tmp_path) as address:
        yield address


class Device:
    """The authenticator of somebody's browser, in software."""

    def __init__(self, person: Guest) -> None:
        self._told = person.page.context.new_cdp_session(person.page)
        self._told.send("WebAuthn.enable")
        self._id = self._told.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})["authenticatorId"]

    def forgets(self) -> None:
        """Lose all passkeys."""
        self._told.send("WebAuthn.clearCredentials", {"authenticatorId": self._id})


def test_the_password_is_changed_and_other_browsers_are_signed_out(
    browser: Browser, house: str, pictures: Path
) -> None:
    anna, elsewhere = Guest(browser, house).sign_up("Anna"), Guest(browser, house)
    elsewhere.fill(name="Anna", password=PASSWORD).page.get_by_role("button", name="Sign in", exact=True).click()
    expect(elsewhere.the("account")).to_have_text("Anna")
    anna.push("account")
    expect(anna.the("sessions").locator("li")).to_have_count(2)
    assert anna.violations() == []
    anna.pictured(pictures, "account")
    anna.push("end-others")
    expect(anna.the("sessions").locator("li")).to_have_count(1)
    elsewhere.page.reload()
    expect(elsewhere.the("sign-in")).to_be_visible()

    anna.fill(old_password="not this one", new_password=OTHER, again_password=OTHER).push("set-password")
    expect(anna.page.get_by_role("alert")).to_have_text("that is not your password")
    anna.fill(old_password=PASSWORD, again_password=f"{OTHER}!").push("set-password")
    expect(anna.page.get_by_role("alert")).to_contain_text("not the same")
    anna.fill(again_password=OTHER).push("set-password")
    expect(anna.page.get_by_text("The password is set.")).to_be_visible()
    elsewhere.fill(name="Anna", password=OTHER).page.get_by_role("button", name="Sign in", exact=True).click()
    expect(elsewhere.the("account")).to_have_text("Anna")
    anna.leave()
    elsewhere.leave()


def test_a_passkey_is_made_signs_in_and_is_removed(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house, known="Anna")
    Device(anna)
    anna.push("account").fill(passkey_label="the telephone", passkey_password="not this one").push("make-passkey")
    expect(anna.the("passkey-form").get_by_role("alert")).to_have_text("that is not your password")
    anna.fill(passkey_password=PASSWORD).push("make-passkey")
    expect(anna.the("passkeys")).to_contain_text("the telephone")
    expect(anna.the("passkey-password")).to_have_value("")
    anna.push("make-passkey")  # the password left empty: the passkey confirms it
    expect(anna.page.get_by_role("alert")).to_contain_text("has a passkey for your account already")
    anna.push("remove-passkey")
    assert anna.violations() == []
    anna.pictured(pictures, "passkeys")
    anna.push("sign-out").push("by-passkey")
    expect(anna.the("account")).to_have_text("Anna")
    anna.push("account").push("remove-passkey").fill(remove_password="not this one").push("remove-surely")
    expect(anna.the("remove-form").get_by_role("alert")).to_have_text("that is not your password")
    anna.fill(remove_password=PASSWORD).push("remove-surely")
    expect(anna.the("passkeys")).to_contain_text("You have none yet")
    expect(anna.page.get_by_text("Removed: the telephone.")).to_be_visible()
    anna.push("sign-out").push("by-passkey")
    expect(anna.page.get_by_role("alert")).to_contain_text("nobody here has this passkey")
    anna.leave()


def test_an_account_is_deleted_with_a_passkey(browser: Browser, house: str) -> None:
    anna = Guest(browser, house, known="Anna")
    Device(anna)
    anna.push("account").fill(passkey_password=PASSWORD).push("make-passkey")
    expect(anna.the("passkeys")).to_contain_text("a passkey without a name")
    anna.push("erase").push("erase-surely")
    expect(anna.the("sign-in")).to_be_visible()
    anna.push("by-passkey")
    expect(anna.page.get_by_role("alert")).to_contain_text("nobody here has this passkey")
    anna.leave()


def of_passkeys_only(browser: Browser, house: str) -> tuple[Guest, Device]:
    """Somebody who came by a link, and signed up with a passkey."""
    maker, guest = Guest(browser, house, known="Anna"), Guest(browser, house)
    gid = maker.posted("/api/games", scenario="crossing", side="axis")["id"]
    token = maker.posted(f"/api/games/{gid}/invitations", role="player", side="soviet")["token"]
    maker.leave()
    guest.page.goto(f"{house}/#/join/{gid}/{token}")
    guest.fill(guest_name="Boris").push("take-as-guest")
    guest.page.wait_for_url(f"**/#/table/{gid}")
    device = Device(guest)
    guest.push("account").push("keep-by-passkey")
    expect(guest.the("account")).to_have_text("Boris")
    return guest, device


def test_who_has_only_a_passkey_confirms_with_it(browser: Browser, house: str, pictures: Path) -> None:
    boris, device = of_passkeys_only(browser, house)
    for form in ("password-form", "passkey-form"):
        expect(boris.the(form)).to_contain_text("You confirm it with your passkey.")
    boris.pictured(pictures, "account-passkey-only")
    assert boris.violations() == []
    boris.fill(new_password=OTHER, again_password=OTHER).push("set-password")
    expect(boris.page.get_by_text("The password is set.")).to_be_visible()
    expect(boris.the("old-password")).to_be_visible()
    device.forgets()
    boris.fill(new_password=PASSWORD, again_password=PASSWORD).push("set-password")
    expect(boris.the("password-form").get_by_role("alert")).to_contain_text("the passkey was not confirmed")
    boris.fill(old_password=OTHER).push("set-password")
    expect(boris.page.get_by_text("The password is set.")).to_be_visible()
    boris.leave()


def test_a_passkey_is_removed_and_an_account_deleted_by_keyboard(browser: Browser, house: str) -> None:
    """The focus goes to where the password is typed, back to the button for whoever thinks better of it, and on."""
    anna = Guest(browser, house, known="Anna")
    Device(anna)
    keys = anna.page.keyboard
    anna.push("account").the("passkey-password").focus()
    keys.type(PASSWORD)
    keys.press("Enter")
    anna.the("remove-passkey").focus()
    keys.press("Enter")
    expect(anna.the("remove-password")).to_be_focused()
    for _ in range(2):
        keys.press("Tab")
    expect(anna.the("remove-not")).to_be_focused()
    keys.press("Enter")
    expect(anna.the("remove-passkey")).to_be_focused()
    keys.press("Enter")
    keys.type(PASSWORD)
    keys.press("Enter")
    expect(anna.the("passkeys")).to_contain_text("You have none yet")
    expect(anna.the("passkeys")).to_be_focused()

    anna.the("erase").focus()
    keys.press("Enter")
    expect(anna.the("erase-password")).to_be_focused()
    for _ in range(2):
        keys.press("Tab")
    keys.press("Enter")
    expect(anna.the("erase")).to_be_focused()
    keys.press("Enter")
    keys.type(PASSWORD)
    keys.press("Enter")
    expect(anna.the("sign-in")).to_be_visible()
    anna.leave()


def test_pages_stay_signed_in_where_a_copied_cookie_ends(browser: Browser, house: str) -> None:
    """Also the page of a game, whose socket is closed with the old cookie, and opened again with the new one."""
    anna, boris, thief, elsewhere = (Guest(browser, house) for _ in range(4))
    anna.sign_up("Anna")
    boris.sign_up("Boris")
    gid = anna.posted("/api/games", scenario="crossing", side="axis")["id"]
    boris.posted(f"/api/games/{gid}/join", side="soviet")
    elsewhere.fill(name="Anna", password=PASSWORD).page.get_by_role("button", name="Sign in", exact=True).click()
    expect(elsewhere.the("account")).to_have_text("Anna")
    (cookie,) = anna.page.context.cookies()
    thief.page.context.add_cookies([{"name": cookie["name"], "value": cookie["value"], "url": house}])
    thief.page.reload()
    expect(thief.the("account")).to_have_text("Anna")
    game = anna.page.context.new_page()
    opened: list[WebSocket] = []
    game.on("websocket", lambda socket: opened.append(socket))
    game.goto(f"{house}/g/{gid}")
    expect(game.get_by_test_id("decision")).to_contain_text("Your decision")

    anna.push("account").push("end-others")
    expect(anna.the("sessions").locator("li")).to_have_count(1)
    for one in (thief, elsewhere):
        one.page.reload()
        expect(one.the("sign-in")).to_be_visible()
    anna.page.reload()
    expect(anna.the("account")).to_have_text("Anna")
    with game.expect_websocket():
        boris.posted(f"/api/games/{gid}/posts", to="all", text="Are you there?")
    expect(game.get_by_test_id("talk-news")).to_be_visible()
    assert [socket.is_closed() for socket in opened] == [True, False]
    for one in (anna, boris, thief, elsewhere):
        one.leave()


def test_a_webhook_is_set_with_the_password(browser: Browser, house: str) -> None:
    anna = Guest(browser, house, known="Anna").push("account")
    expect(anna.the("hook-password")).to_have_count(0)
    anna.fill(hook="https://hooks.example.org/own", hook_password="not this one").push("keep-notices")
    expect(anna.the("notices").get_by_role("alert")).to_have_text("that is not your password")
    anna.fill(hook_password=PASSWORD).push("keep-notices")
    expect(anna.the("hook-secret")).to_be_visible()
    expect(anna.the("hook-password")).to_have_count(0)
    anna.fill(minutes="20", hook="").push("keep-notices")
    expect(anna.the("notices")).to_contain_text("Kept.")
    expect(anna.the("hook-secret")).to_have_count(0)
    anna.leave()


def test_ones_data_is_saved_and_the_account_deleted(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house, known="Anna").push("account")
    with anna.page.expect_download() as saved:
        anna.push("export")
    told = json.loads(Path(saved.value.path()).read_text(encoding="utf-8"))
    assert (saved.value.suggested_filename, told["name"]) == ("redball-Anna.json", "Anna")
    anna.push("erase").fill(erase_password="not this one").push("erase-surely")
    expect(anna.the("erase-form").get_by_role("alert")).to_have_text("that is not your password")
    anna.pictured(pictures, "erase")
    assert anna.violations() == []
    anna.fill(erase_password=PASSWORD).push("erase-surely")
    expect(anna.the("sign-in")).to_be_visible()
    anna.fill(name="Anna", password=PASSWORD).page.get_by_role("button", name="Sign in", exact=True).click()
    expect(anna.page.get_by_role("alert")).to_contain_text("no account with this name and this password")
    anna.leave()
