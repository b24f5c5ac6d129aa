"""One's own account on the page: password, passkeys, sessions, data, the end; and a guest who keeps the games."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, CDPSession, expect

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


def with_key(person: Guest) -> CDPSession:
    """Give somebody's browser an authenticator in software."""
    told = person.page.context.new_cdp_session(person.page)
    told.send("WebAuthn.enable")
    told.send("WebAuthn.addVirtualAuthenticator", {"options": KEY})
    return told


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
    anna = Guest(browser, house).sign_up("Anna")
    with_key(anna)
    anna.push("account").fill(passkey_label="the telephone").push("make-passkey")
    expect(anna.the("passkeys")).to_contain_text("the telephone")
    anna.push("make-passkey")
    expect(anna.page.get_by_role("alert")).to_contain_text("has a passkey for your account already")
    anna.pictured(pictures, "passkeys")
    anna.push("sign-out").push("by-passkey")
    expect(anna.the("account")).to_have_text("Anna")
    anna.push("account").push("remove-passkey").push("remove-surely")
    expect(anna.the("passkeys")).to_contain_text("You have none yet")
    anna.push("sign-out").push("by-passkey")
    expect(anna.page.get_by_role("alert")).to_contain_text("nobody here has this passkey")
    anna.leave()


def test_an_account_is_deleted_with_a_passkey(browser: Browser, house: str) -> None:
    anna = Guest(browser, house).sign_up("Anna")
    with_key(anna)
    anna.push("account").push("make-passkey")
    expect(anna.the("passkeys")).to_contain_text("a passkey without a name")
    anna.push("erase").push("erase-by-passkey")
    expect(anna.the("sign-in")).to_be_visible()
    anna.push("by-passkey")
    expect(anna.page.get_by_role("alert")).to_contain_text("nobody here has this passkey")
    anna.leave()


def test_ones_data_is_saved_and_the_account_deleted(browser: Browser, house: str, pictures: Path) -> None:
    anna = Guest(browser, house).sign_up("Anna").push("account")
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
