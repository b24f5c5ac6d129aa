"""Asks a running server whatever its own description allows, and what it does not allow, in every role:
`python -m online.by_schema --requests 20000`, with `tests` on the path. No answer may be a mistake of the server's, and
each must be as the description says: its status, its type, its records.

Schemathesis invents the requests, for every address that the server describes, so a new one is asked at once. It does
not know which games there are: mostly the game, the side, the state and a legal action are put in.
"""

from __future__ import annotations

import argparse
import sys
import warnings
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import msgspec
import requests
import schemathesis
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.errors import HypothesisWarning, Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.core.failures import FailureGroup
from schemathesis.core.result import Ok
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from online.people import PASSWORD
from online.serving import Worker, ready

CHECKS: list[Any] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
ROLES = ("stranger", "guest", "player", "umpire")
A_ROUND = 4
"""Requests by a role to an address, until everybody is somebody new, in a new game."""
ENDS = {("POST", "/api/me/erase"), ("DELETE", "/api/session"), ("POST", "/api/games/{gid}/resign")}
"""What ends the asker or the game; it is asked at the end of a round."""
RENEWS = {("DELETE", "/api/me/sessions"), ("POST", "/api/me/password")}
"""What gives the asker a new cookie, which they do not keep."""
LAST = {("DELETE", "/api/games/{gid}"), ("POST", "/api/games/{gid}/settle"), *RENEWS, *ENDS}


class Role(NamedTuple):
    """Somebody, by their headers."""

    name: str
    headers: dict[str, str]


class Cast:
    """A game of Crossing, and somebody in each role: the player plays the Axis, and the other side is played, too."""

    def __init__(self, port: int, number: int) -> None:
        self.address = f"http://127.0.0.1:{port}"
        self.roles = [Role("stranger", self._headers())]
        umpire = self._signed_up(f"Umpire {number}")
        self.gid = self._post(umpire, "/api/games", scenario="crossing", side="", switches={"fog": number % 2 == 0})[
            "id"
        ]
        players = {side: self._signed_up(f"{side} {number}") for side in ("axis", "soviet")}
        for side, player in players.items():
            self._post(player, f"/api/games/{self.gid}/join", side=side)
        token = self._post(umpire, f"/api/games/{self.gid}/invitations", role="spectator")["token"]
        guest = self._with_cookie("/api/guests", name=f"Guest {number}", invitation=token)
        self._post(guest, f"/api/games/{self.gid}/join", invitation=token)
        self.player = players["axis"]
        self.roles += [Role("guest", guest), Role("player", self.player), Role("umpire", umpire)]

    def _headers(self) -> dict[str, str]:
        return {"Origin": self.address}

    def _signed_up(self, name: str) -> dict[str, str]:
        return self._with_cookie("/api/accounts", name=name, password=PASSWORD)

    def _with_cookie(self, path: str, **body: Any) -> dict[str, str]:
        answer = requests.post(self.address + path, json=body, headers=self._headers(), timeout=120)
        assert answer.status_code == 201, answer.text
        return self._headers() | {"Cookie": answer.headers["Set-Cookie"].partition(";")[0]}

    def _post(self, headers: dict[str, str], path: str, **body: Any) -> Any:
        answer = requests.post(self.address + path, json=body, headers=headers, timeout=120)
        assert answer.ok, answer.text
        return answer.json()

    def stands(self) -> tuple[int, list[Any]]:
        """The number of the state, and the player's legal actions."""
        path = f"{self.address}/api/games/{self.gid}/view?side=axis"
        answer = requests.get(path, headers=self.player, timeout=120)
        if not answer.ok:
            return 0, []
        view = answer.json()
        return view["seq"], view["choices"]


class Asking:
    """Asks, and counts: what came back, and what was not as described."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.rng = port, Random(number)
        document = described(port)
        self.paths = document["paths"]
        self.schema = schemathesis.openapi.from_dict(document)
        self.statuses: Counter[int] = Counter()
        self.faults: list[str] = []
        self.asked: set[tuple[str, str, str]] = set()

    def operations(self) -> list[Any]:
        """All calls, those that end something last."""
        found: list[Any] = [one.ok() for one in self.schema.get_all_operations() if isinstance(one, Ok)]
        assert len(found) == sum(len(calls) for calls in self.paths.values()), "a call is not described well enough"
        return sorted(
            found, key=lambda one: [(one.method.upper(), one.path) in few for few in (LAST, RENEWS | ENDS, ENDS)]
        )

    def round(self, number: int, most: int) -> None:
        """Ask everything in every role, at most so many times in all."""
        cast, before = Cast(self.port, number), self.statuses.total()
        for operation in self.operations():
            for role in cast.roles:
                for mode in (GenerationMode.POSITIVE, GenerationMode.NEGATIVE):
                    room = min(A_ROUND // 2, most - (self.statuses.total() - before))
                    if room > 0:
                        self._ask(operation, role, cast, mode, room)

    def _ask(self, operation: Any, role: Role, cast: Cast, mode: GenerationMode, times: int) -> None:
        call = self._call(operation, role, cast)
        strategy = operation.as_strategy(generation_mode=mode)
        limits = settings(
            max_examples=times,
            database=None,
            deadline=None,
            phases=[Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        with suppress(Unsatisfiable):  # nothing of this call can be wrong
            seed(self.rng.randrange(2**32))(limits(given(case=strategy)(call)))()

    def _call(self, operation: Any, role: Role, cast: Cast) -> Callable[..., None]:
        where = (operation.method.upper(), operation.path)

        def call(case: Any) -> None:
            self._put_in(case, cast)
            headers = dict(role.headers)
            if where[1].endswith("/import"):
                headers["Content-Type"] = "application/x-ndjson"
            # what was invented as a header may be no header
            case.headers, case.cookies = {}, {}
            answer = case.call(base_url=cast.address, headers=headers, timeout=120)
            self.statuses[answer.status_code] += 1
            self.asked.add((*where, role.name))
            try:
                case.validate_response(answer, checks=CHECKS)
            except FailureGroup as group:
                for failure in group.exceptions:
                    self.faults.append(f"{role.name}: {' '.join(where)}: {answer.status_code}: {str(failure)[:600]}")

        return call

    def _put_in(self, case: Any, cast: Cast) -> None:
        """What schemathesis cannot know, mostly."""
        rng = self.rng
        if "gid" in (case.path_parameters or {}) and rng.random() < 0.9:
            case.path_parameters["gid"] = cast.gid
        if case.query and "side" in case.query and rng.random() < 0.8:
            case.query["side"] = rng.choice(("axis", "axis", "soviet", ""))
        body = case.body
        if not isinstance(body, dict):
            return
        if "side" in body and rng.random() < 0.8:
            body["side"] = rng.choice(("axis", "axis", "soviet", ""))
        if "seq" in body and rng.random() < 0.8:
            seq, choices = cast.stands()
            body["seq"] = seq
            if "actions" in body and choices and rng.random() < 0.7:
                body["actions"] = [rng.choice(choices)]


def described(port: int) -> dict[str, Any]:
    """The server's description of itself."""
    line = HTTPConnection("127.0.0.1", port, timeout=120)
    line.request("GET", "/schema/openapi.json")
    document: dict[str, Any] = msgspec.json.decode(line.getresponse().read())
    line.close()
    return document


def run(most: int, number: int = 1) -> tuple[Counter[int], list[str]]:
    """Ask so many times. What came back, by status, and what was wrong with it.

    Raises AssertionError if an address was not asked in some role.
    """
    with TemporaryDirectory() as folder, ExitStack() as stack:
        worker = Worker(Path(folder), f"sqlite:///{folder}/house.sqlite")
        stack.callback(worker.stop)
        ready(worker.port)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", HypothesisWarning)
            asking = Asking(worker.port, number)
            for turn in rounds():
                left = most - asking.statuses.total()
                if left <= 0 or len(asking.faults) > 200:
                    break
                asking.round(turn, left)
                print(f"{asking.statuses.total()} requests, {len(asking.faults)} answers not as described", flush=True)
        if most >= A_ROUND * len(ROLES) * len(asking.operations()):
            wanted = {(one.method.upper(), one.path, role) for one in asking.operations() for role in ROLES}
            assert asking.asked == wanted, wanted - asking.asked
        if "Traceback" in worker.complaints:
            asking.faults.append(worker.complaints[-5000:])
        return asking.statuses, asking.faults


def rounds() -> Iterator[int]:
    """The numbers of the rounds."""
    number = 0
    while True:
        yield number
        number += 1


def main() -> int:
    """Ask, and say what came back."""
    parser = argparse.ArgumentParser(description="asks a server whatever its own description allows")
    parser.add_argument("--requests", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    statuses, faults = run(chosen.requests, chosen.seed)
    for fault in dict.fromkeys(faults):
        print(fault)
    told = ", ".join(f"{count} times {status}" for status, count in sorted(statuses.items()))
    print(f"{statuses.total()} requests: {told}; {len(faults)} answers not as described")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
