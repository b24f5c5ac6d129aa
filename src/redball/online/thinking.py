"""Thoughts of bots, in processes of their own: other games' calls go on beside them.

A thread for each process hands it one question after the other; what is asked while all are busy waits its turn. A
thought that nobody needs any more is stopped by ending its process.
"""

from __future__ import annotations

import os
import sys
import traceback
from collections import deque
from collections.abc import Callable
from functools import partial
from multiprocessing import get_context
from multiprocessing.connection import Connection
from threading import Condition, Thread
from typing import Any, Literal, NamedTuple

from redball.bots.planner.choice import Effort
from redball.bots.planner.elsewhere import Begins, Question, question_of, work_on
from redball.bots.planner.plans import Plan, Record
from redball.bots.workers import deaf
from redball.game import Game
from redball.game.sight.imagine import NotImaginable

LOOKS_UP = 0.1
"""Seconds after which a thread looks whether its thought is still wanted."""
TRIES = 2
"""How often a question is put, if a process ends over it. After that its bot plays without a plan."""
NICER = 5
"""By so much the processes give way to the server's calls."""
Heard = Callable[[str], None]


class Far(NamedTuple):
    """How far a bot's thought is: of which side, imagined games, of how many at most; whether it is the first one about
    its Player Turn."""

    side: str
    done: int
    of: int
    first: bool


class Job:
    """A question of a game, and how far it is. `found`: the plan, None if none could be made."""

    waits = True

    def __init__(self, gid: str, question: Question) -> None:
        self.gid, self.question = gid, question
        self.done, self.of = 0, question.effort.rollouts
        self.wanted = True
        self.tries = 0
        self.found: Record | None = None
        self.why = ""

    def think(self) -> bool:
        """Nothing to be done here: False once it is answered.

        Raises NotImaginable if no plan can be made.
        """
        if not self.waits and self.found is None:
            raise NotImaginable(self.why)
        return self.waits

    def far(self) -> Far | None:
        """How far it is; None once it is answered."""
        return Far(self.question.side, self.done, self.of, self.question.first) if self.waits else None


class Thoughts:
    """The thoughts of a server's bots, one for each game. `answered` is told of a game whose thought is answered,
    `moved` of one whose thought has come further; by a thread of this class, so both must be quick."""

    def __init__(self, most: int, answered: Heard, moved: Heard) -> None:
        self._most, self._answered, self._moved = most, answered, moved
        self._jobs: dict[str, Job] = {}
        self._waiting: deque[Job] = deque()
        self._change = Condition()
        self._threads: list[Thread] = []
        self._closing = False

    @property
    def waiting(self) -> int:
        """How many thoughts wait for a process."""
        with self._change:
            return len(self._waiting)

    def begins(self, gid: str) -> Begins:
        """How a bot of a game begins a thought."""
        return partial(self._begin, gid)

    def _begin(self, gid: str, game: Game, side: str, effort: Effort, lot: int, present: Plan) -> Job:
        """A thought, or what is known of it: a game may have left memory meanwhile."""
        question = question_of(game, side, effort, lot, present)
        with self._change:
            known = self._jobs.get(gid)
            if known is not None and known.question == question:
                return known
            self._drop(gid)
            job = self._jobs[gid] = Job(gid, question)
            self._waiting.append(job)
            if len(self._threads) < self._most and not self._closing:
                thread = Thread(target=self._serve, name="thoughts", daemon=True)
                self._threads.append(thread)
                thread.start()
            self._change.notify()
        self._moved(gid)
        return job

    def far(self, gid: str) -> Far | None:
        """How far the thought about a game is; None if there is none."""
        with self._change:
            job = self._jobs.get(gid)
            return None if job is None else job.far()

    def all_far(self) -> dict[str, Far]:
        """How far all thoughts are, by game."""
        with self._change:
            found = {gid: job.far() for gid, job in self._jobs.items()}
        return {gid: far for gid, far in found.items() if far is not None}

    def drop(self, gid: str) -> None:
        """Stop thinking about a game."""
        with self._change:
            self._drop(gid)
            self._change.notify_all()

    def _drop(self, gid: str) -> None:
        job = self._jobs.pop(gid, None)
        if job is not None:
            job.wanted = False
            if job in self._waiting:
                self._waiting.remove(job)

    def close(self) -> None:
        """Stop all thoughts, and wait for their processes to end."""
        with self._change:
            self._closing = True
            for gid in list(self._jobs):
                self._drop(gid)
            self._change.notify_all()
            threads = list(self._threads)
        for thread in threads:
            thread.join()

    # --- the threads -------------------------------------------------------------------------------------------

    def _serve(self) -> None:
        """A thread's work: one question after the other, for one process."""
        helper: Helper | None = None
        while (job := self._next()) is not None:
            kept = False
            try:
                helper = helper or Helper()
                kept = self._think(helper, job)
            except (EOFError, OSError):  # its process has ended
                self._try_again(job)
            except Exception:  # a thread of its own: nobody else would tell, and the game goes on
                traceback.print_exc()
                self._answer(job, None, "nobody could think")
            if not kept and helper is not None:
                helper.end()
                helper = None
        if helper is not None:
            helper.end()

    def _next(self) -> Job | None:
        with self._change:
            while not self._waiting and not self._closing:
                self._change.wait()
            return None if self._closing else self._waiting.popleft()

    def _think(self, helper: Helper, job: Job) -> bool:
        """Put a question, and hear what comes of it. Returns whether the process can take the next one.

        Raises EOFError, OSError if it ends.
        """
        helper.pipe.send(job.question)
        while True:
            if not job.wanted:
                return False
            if not helper.pipe.poll(LOOKS_UP):
                continue
            kind, what = helper.pipe.recv()
            if kind == "done":
                job.done = what
                self._moved(job.gid)
                continue
            if kind == "failed":
                print(f"redball: the thought of a bot of game {job.gid} failed\n{what}", file=sys.stderr)
            self._answer(job, what if kind == "found" else None, "" if kind == "found" else str(what))
            return True

    def _answer(self, job: Job, found: Record | None, why: str) -> None:
        with self._change:
            job.found, job.why, job.waits = found, why, False
        self._answered(job.gid)

    def _try_again(self, job: Job) -> None:
        """A process ended over a question."""
        job.tries += 1
        if not job.wanted:
            return
        print(f"redball: a process that thought about game {job.gid} has ended", file=sys.stderr)
        if job.tries >= TRIES:
            self._answer(job, None, "the process that thought has ended")
            return
        with self._change:
            if job.wanted:
                job.done = 0
                self._waiting.appendleft(job)
                self._change.notify()


# --- the processes -----------------------------------------------------------------------------------------------


class Helper:
    """A process that thinks, and the pipe to it."""

    def __init__(self) -> None:
        context = get_context("spawn")
        self.pipe, other = context.Pipe()
        self.process = context.Process(target=think_for, args=(other,), name="redball thinks", daemon=True)
        with deaf():
            self.process.start()
        other.close()

    def end(self) -> None:
        """End it, in whatever it is."""
        self.process.kill()
        self.process.join()
        self.process.close()
        self.pipe.close()


Said = tuple[Literal["done", "found", "none", "failed"], Any]


def think_for(pipe: Connection[Said, Question]) -> None:
    """The process: answers questions until the server ends, or ends it."""
    if hasattr(os, "nice"):
        os.nice(NICER)
    while True:
        try:
            answer(pipe, pipe.recv())
        except (EOFError, BrokenPipeError, ConnectionResetError):
            return


def answer(pipe: Connection[Said, Question], question: Question) -> None:
    """Say after each imagined game how many there were, and at last what came of it."""
    work, done = work_on(question), 0
    try:
        while True:
            next(work)
            done += 1
            pipe.send(("done", done))
    except StopIteration as ended:
        pipe.send(("found", ended.value))
    except NotImaginable as no:
        pipe.send(("none", str(no)))
    except (EOFError, OSError):
        raise
    except Exception:  # the server says it, and the game goes on
        pipe.send(("failed", traceback.format_exc()))
