"""A game as a PettingZoo environment (AEC): the side whose decision it is acts, with a mask of what it may do.

    from redball.research.environment import Redball
    env = Redball("crossing")
    env.reset(seed=1)
    for agent in env.agent_iter():
        seen, reward, ended, cut, info = env.last()
        env.step(None if ended or cut else env.action_space(agent).sample(seen["action_mask"]))

An observation is what `research.observation`, and the grain, make of what the side may believe; the hidden state is
out of reach.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy
from gymnasium.spaces import Box, Dict, Discrete, Space
from pettingzoo import AECEnv

from redball.game import Game
from redball.research.grains import GRAINS, Grain
from redball.research.observation import NAMES, observe
from redball.rules.sequence.victory import score

POINT = 0.01
"""What a point more than the other side's is worth while a game goes on, if points count."""


class TooManyChoices(RuntimeError):
    """A decision has more legal actions than the action space."""


class Redball(AECEnv):  # type: ignore[misc]
    """A scenario by an edition, to its end or for so many `turns`; agents are the sides.

    `grain`: "atomic", each action is one of `game.choices()` in their order; "segments", each says how the side plays
    the whole segment (`grains.WAYS`); "plans", each gives one of the side's groups its task for the Player Turn
    (`propose.SLOTS`). Rewards: 1, 0 or -1 at the end; with `points`, also POINT for each point that the margin grows.
    `planes`: the names of an observation's planes. Raises ValueError for an unknown grain, and what `Game.new` raises.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "redball_v0",
        "render_modes": ["ansi"],
        "is_parallelizable": False,
    }

    def __init__(
        self,
        scenario: str = "crossing",
        *,
        edition: str = "",
        switches: dict[str, Any] | None = None,
        grain: str = "atomic",
        turns: int = 0,
        points: bool = False,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if grain not in GRAINS:
            raise ValueError(f"there is no grain {grain!r}; there are: {', '.join(GRAINS)}")
        self._new = {"scenario": scenario, "edition": edition, "switches": switches}
        self._grain: Grain = GRAINS[grain]()
        self._turns, self._points = turns, points
        self.planes = (*NAMES, *self._grain.names)
        self.render_mode = render_mode
        self.game = Game.new(**self._new)  # type: ignore[arg-type]
        self._seed = -1
        world = self.game.world
        self.possible_agents = list(world.sides)
        self.agents: list[str] = []
        space = Dict(
            {
                "observation": Box(-numpy.inf, numpy.inf, (len(self.planes), world.board.size), numpy.float32),
                "action_mask": Box(0, 1, (self._grain.most,), numpy.int8),
            }
        )
        self.observation_spaces: dict[str, Space[Any]] = dict.fromkeys(self.possible_agents, space)
        self.action_spaces: dict[str, Space[Any]] = {
            agent: Discrete(self._grain.most) for agent in self.possible_agents
        }

    def observation_space(self, agent: str) -> Space[Any]:
        """`observation`: planes by hexes; `action_mask`: 1 for what is legal."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Space[Any]:
        """Numbers of actions."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. Without a seed, the next one after the last game's."""
        self._seed = self._seed + 1 if seed is None else seed
        self.game = Game.new(**self._new, seed=self._seed)  # type: ignore[arg-type]
        self.game.keep_undo = False
        self._grain.begin(self.game, self._seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._margin = self._lead()
        self._go_on()
        self._select()

    def step(self, action: int | None) -> None:
        """Act for the side whose turn it is. Raises ValueError for an action that the mask excludes."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None or not self._grain.play(self.game, agent, int(action)):
            raise ValueError(f"{agent} may not do {action}")
        self._go_on()
        self._cumulative_rewards[agent] = 0.0
        self._reward()
        self._accumulate_rewards()
        self._select()

    def observe(self, agent: str) -> dict[str, Any]:
        """What the side sees; the mask is empty while the decision is not its own."""
        mask = numpy.zeros(self._grain.most, dtype=numpy.int8)
        open_ = self.game.decision
        if open_ is not None and open_.side == agent and not self.truncations.get(agent, False):
            legal = self._grain.legal(self.game, agent)
            if len(legal) > self._grain.most:
                raise TooManyChoices(f"{len(legal)} legal actions, more than {self._grain.most}")
            mask[list(legal)] = 1
        seen = observe(self.game, agent)
        if self._grain.names:
            seen = numpy.concatenate((seen, self._grain.planes(self.game, agent)))
        return {"observation": seen, "action_mask": mask}

    def actions(self) -> Mapping[int, Any]:
        """What the numbers mean that the mask allows now: an Action, how to play the segment, or a sentence."""
        open_ = self.game.decision
        return self._grain.actions(self.game, open_.side) if open_ is not None and not self._cut else {}

    def render(self) -> str | None:
        """The decision in words, if that was asked for."""
        if self.render_mode is None:
            return None
        open_, clock = self.game.decision, self.game.state.clock
        where = f"turn {clock.turn}, {clock.phase}"
        return f"{where}: {open_.side} decides {open_.procedure.name}.{open_.step.name}" if open_ else f"{where}: over"

    def close(self) -> None:
        """There is nothing to close."""

    def _lead(self) -> float:
        """The first side's points more than the other's."""
        if not self._points:
            return 0.0
        points = list(score(self.game.look).points.values())
        return float(points[0] - points[1])

    def _reward(self) -> None:
        """What the last action changed, and the result if the game is over."""
        first, second = self.possible_agents
        lead = self._lead()
        gain = POINT * (lead - self._margin)
        self._margin = lead
        outcome = self.game.state.outcome
        if outcome is not None and outcome.winner in (first, second):
            gain += 1.0 if outcome.winner == first else -1.0
        self.rewards = {first: gain, second: -gain}

    def _go_on(self) -> None:
        """Play on to the next decision that an agent is asked about."""
        while not self._cut and self._grain.go_on(self.game):
            pass

    @property
    def _cut(self) -> bool:
        """The turns that are played are over."""
        return 0 < self._turns < self.game.state.clock.turn

    def _select(self) -> None:
        """Who acts next; the end of the game, or of the turns that are played, ends it for both."""
        open_ = self.game.decision
        if open_ is None:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        elif self._cut:
            self.truncations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = open_.side
