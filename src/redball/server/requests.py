"""What the page sends, and one-sentence answers to bad requests."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from redball.game.save import SaveMoved, Unwritable
from redball.server.answers.games import SwitchValue
from redball.server.session import Stale
from redball.server.store import NoGame

ACTION, MACRO = "#/components/schemas/Action", "#/components/schemas/Macro"
"""Actions and macros are decoded separately, so that a malformed one gets a sentence of its own."""


class NewGame(msgspec.Struct, forbid_unknown_fields=True):
    """A new game."""

    scenario: str
    players: dict[str, str]
    switches: dict[str, SwitchValue] = {}
    seed: int | None = None
    edition: str = ""
    charts: str = ""


class Act(msgspec.Struct, forbid_unknown_fields=True):
    """Actions of a side, on the state with number `seq`."""

    side: str
    seq: int
    actions: list[Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": ACTION})]]


class MacroCall(msgspec.Struct, forbid_unknown_fields=True):
    """A macro of a side, on the state with number `seq`."""

    side: str
    seq: int
    macro: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": MACRO})]


class BotCall(msgspec.Struct, forbid_unknown_fields=True):
    """Let the bot continue; `side` is the viewer."""

    seq: int
    side: str = ""


class RedoCall(msgspec.Struct, forbid_unknown_fields=True):
    """Redo the last undone action."""

    side: str
    seq: int


class UndoCall(msgspec.Struct, forbid_unknown_fields=True):
    """Undo the last `steps` actions; or, with `to` and `consent`, rewind to after action `to`."""

    side: str
    seq: int
    steps: Annotated[int, msgspec.Meta(ge=1)] = 1
    to: int | None = None
    consent: bool = False


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed, in one sentence. `stale`: it referred to a past state."""

    error: str
    stale: bool | msgspec.UnsetType = msgspec.UNSET


def in_one_sentence(text: object) -> str:
    """The text without line breaks."""
    return " ".join(str(text).split())


def bad_request(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """400 with one sentence."""
    return Response(Problem(in_one_sentence(error)), status_code=400)


def no_game(_: Request[Any, Any, Any], error: NoGame) -> Response[Problem]:
    """404."""
    return Response(Problem(str(error)), status_code=404)


def unwritable(_: Request[Any, Any, Any], error: Unwritable) -> Response[Problem]:
    """507: the disk is full or read-only, and nothing has changed."""
    return Response(Problem(str(error)), status_code=507)


def stale(_: Request[Any, Any, Any], error: Stale | SaveMoved) -> Response[Problem]:
    """409: the client should ask for the view again."""
    return Response(Problem(str(error), True), status_code=409)


def http_error(_: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Errors of the framework (an unknown address, a missing or malformed field) in the same form."""
    places = error.extra if isinstance(error.extra, list) else []
    found = [f"{place.get('key', '')}: {place.get('message', '')}".strip(": ") for place in places]
    text = f"{error.detail}: {'; '.join(found)}" if found else error.detail
    return Response(Problem(in_one_sentence(text)), status_code=error.status_code, headers=error.headers)
