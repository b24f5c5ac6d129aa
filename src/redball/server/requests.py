"""What the page sends, and one-sentence answers to bad requests."""

from __future__ import annotations

import sys
import traceback
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.exceptions import HTTPException

from redball.core.errors import in_short
from redball.game.plan.formations import MarchMacro
from redball.game.save import SaveMoved, Unwritable
from redball.game.standing.orders import StandingOrder
from redball.game.standing.plans import Plan
from redball.game.standing.questions import Standing
from redball.scenarios.errors import ScenarioError
from redball.server.answers.games import SwitchValue
from redball.server.session import Stale, Until
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


class Naming(msgspec.Struct, forbid_unknown_fields=True):
    """A name for a saved game; an empty one takes it away."""

    name: Annotated[str, msgspec.Meta(max_length=80)]


LONGEST_VALUE = 200


def held_short(data: Any) -> Any:
    """The plain data of actions, whose values are names and small numbers; a refusal quotes them in full.

    Raises ValueError for a longer one.
    """
    waiting = [data]
    while waiting:
        one = waiting.pop()
        if isinstance(one, str | int) and len(str(one)) > LONGEST_VALUE:
            raise ValueError(f"{in_short(one, NAME)!r} is too long for a name or a number")
        waiting += one if isinstance(one, list) else one.values() if isinstance(one, dict) else ()
    return data


class Call(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """A call of a viewer that may change the state with number `seq`. `holds`: the mark of the view that the client
    has, if it wants only what has changed since."""

    side: str
    seq: int
    holds: str = ""


class Onward(Call, forbid_unknown_fields=True, kw_only=True):
    """`bot`: if a bot must decide then, it plays on in the same call, as with `until` `decision`."""

    bot: bool = False


class Act(Onward, forbid_unknown_fields=True, kw_only=True):
    """Actions of a side, on the state with number `seq`."""

    actions: list[Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": ACTION})]]

    def __post_init__(self) -> None:
        held_short(self.actions)


class MacroCall(Onward, forbid_unknown_fields=True, kw_only=True):
    """A macro of a side, on the state with number `seq`."""

    macro: Annotated[dict[str, Any], msgspec.Meta(extra_json_schema={"$ref": MACRO})]

    def __post_init__(self) -> None:
        held_short(self.macro)


class BotCall(Call, forbid_unknown_fields=True, kw_only=True):
    """Let the bot continue; `side` is the viewer. `until`: the next `step` that the viewer sees (a whole move is one),
    or a person's `decision`, as far as the bot gets in less than half a second."""

    side: str = ""
    until: Until = "step"


class AdviceCall(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Think about the plan of the side `of` for its Player Turn after `at` actions (none: now), by a level of the
    planner; `side` is the viewer."""

    of: str
    side: str = ""
    at: Annotated[int, msgspec.Meta(ge=0)] | None = None
    level: str = "planner"


class CoachCall(msgspec.Struct, forbid_unknown_fields=True, kw_only=True):
    """Look back at the Player Turn of the side `of` that began after `at` actions; `side` is the viewer."""

    of: str
    at: Annotated[int, msgspec.Meta(ge=0)]
    side: str = ""


class RedoCall(Call, forbid_unknown_fields=True, kw_only=True):
    """Redo the last `steps` undone actions."""

    steps: Annotated[int, msgspec.Meta(ge=1)] = 1


class UndoCall(Call, forbid_unknown_fields=True, kw_only=True):
    """Undo the last `steps` actions; or, with `to` and `consent`, rewind to after action `to`, a
    point called `name`."""

    steps: Annotated[int, msgspec.Meta(ge=1)] = 1
    to: int | None = None
    consent: bool = False
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class RewindCall(Call, forbid_unknown_fields=True, kw_only=True):
    """Propose to go back to after action `to`, a point called `name`; `to` where the game stands takes that back."""

    to: int
    name: Annotated[str, msgspec.Meta(max_length=200)] = ""


class AgreeCall(Call, forbid_unknown_fields=True, kw_only=True):
    """Agree to what is proposed, or not."""

    agrees: bool


class BranchCall(msgspec.Struct, forbid_unknown_fields=True):
    """The abandoned branch that was left in this `line` of the save."""

    line: int


class StandingCall(msgspec.Struct, forbid_unknown_fields=True):
    """Change the standing answers of a side: `answers` by question, "" to be asked again; all its `orders`, the first
    one first; what is left out stays. `halts`: the surprises after which they wait for the player."""

    side: str
    answers: dict[str, str] = {}
    stops: list[str] | None = None
    always: bool | None = None
    orders: list[StandingOrder] | None = None
    halts: list[str] | None = None

    def __post_init__(self) -> None:
        held_short([self.answers, self.stops, self.halts, msgspec.to_builtins(self.orders)])

    def applied(self, said: Standing) -> Standing:
        """The standing answers with these changes."""
        answers = {name: answer for name, answer in (said.answers | self.answers).items() if answer}
        given = {"stops": self.stops, "orders": self.orders, "halts": self.halts}
        told = {name: tuple(value) for name, value in given.items() if value is not None}
        always = said.always if self.always is None else self.always
        return msgspec.structs.replace(said, answers=answers, always=always, **told)


class MoveWish(msgspec.Struct, forbid_unknown_fields=True):
    """Units that march to a hex."""

    units: list[str]
    hex: int


class PreparedCall(msgspec.Struct, forbid_unknown_fields=True):
    """All the moves that a side prepares for the next such `segment`, the first one first; none: nothing is prepared
    any more. `sends`: they go by themselves as the segment begins. `mark`: the list that the player has changed, ""
    whichever it is. Of a side that several people play, `moves` are those of whoever asks."""

    side: str
    segment: str
    moves: list[MoveWish]
    sends: bool = False
    mark: str = ""

    def __post_init__(self) -> None:
        held_short([self.segment, self.mark, [move.units for move in self.moves]])

    @property
    def plan(self) -> Plan:
        """The same as it is kept."""
        entries = tuple(MarchMacro(tuple(dict.fromkeys(move.units)), move.hex) for move in self.moves)
        return Plan(self.segment, entries, self.sends)


class Problem(msgspec.Struct, frozen=True):
    """Why a request failed, in one sentence. `stale`: it referred to a past state."""

    error: str
    stale: bool | msgspec.UnsetType = msgspec.UNSET


def plain_json(text: str | bytes) -> Any:
    """JSON text as plain data.

    Raises ValueError if it is no JSON, or nested too deeply.
    """
    try:
        return msgspec.json.decode(text)
    except RecursionError:
        raise ValueError("the JSON text is nested too deeply") from None


class Posted(Request[Any, Any, Any]):
    """A request with a body of any depth: Litestar takes one that the decoder cannot follow for its own mistake."""

    async def json(self) -> Any:
        """The body as plain data.

        Raises ValueError if it is no JSON, or nested too deeply.
        """
        return plain_json(await self.body())


NAME = 60
"""Characters of a sentence, and of a name that it quotes: what was sent may be long."""


def in_one_sentence(text: object) -> str:
    """The text on one line, shortened to 300 characters, without signs that have no form in UTF-8.

    >>> in_one_sentence("two\\nlines"), in_one_sentence("\\ud800"), len(in_one_sentence("x" * 301))
    ('two lines', '?', 299)
    """
    return in_short(text).encode("utf-8", "replace").decode()


def bad_request(_: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """400 with one sentence."""
    return Response(Problem(in_one_sentence(error)), status_code=400)


def bad_scenario(_: Request[Any, Any, Any], error: ScenarioError) -> Response[Problem]:
    """400 with one sentence, which does not say where on the machine the scenarios are."""
    return Response(Problem(in_one_sentence(error.brief)), status_code=400)


def no_game(_: Request[Any, Any, Any], error: NoGame) -> Response[Problem]:
    """404."""
    return Response(Problem(in_one_sentence(error)), status_code=404)


def unwritable(_: Request[Any, Any, Any], error: Unwritable) -> Response[Problem]:
    """507: the disk is full or read-only, and nothing has changed."""
    return Response(Problem(in_one_sentence(error)), status_code=507)


def our_mistake(request: Request[Any, Any, Any], error: Exception) -> Response[Problem]:
    """500 for an error that nothing foresaw; the terminal of the server shows where it arose."""
    print(f"redball: {request.method} {in_one_sentence(request.url.path)} failed", file=sys.stderr)
    traceback.print_exception(error)
    return Response(Problem("this is a fault of the server; its terminal says more"), status_code=500)


def stale(_: Request[Any, Any, Any], error: Stale | SaveMoved) -> Response[Problem]:
    """409: the client should ask for the view again."""
    return Response(Problem(in_one_sentence(error), True), status_code=409)


def http_error(request: Request[Any, Any, Any], error: HTTPException) -> Response[Problem]:
    """Errors of the framework (an unknown address, a missing or malformed field) in the same form."""
    if error.status_code == 500:
        return our_mistake(request, error)
    places = error.extra if isinstance(error.extra, list) else []
    found = [f"{place.get('key', '')}: {place.get('message', '')}".strip(": ") for place in places]
    text = f"{error.detail}: {'; '.join(found)}" if found else error.detail
    return Response(Problem(in_one_sentence(text)), status_code=error.status_code, headers=error.headers)
