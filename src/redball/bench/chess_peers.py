"""Random play by other libraries: chess with python-chess and PettingZoo, each action drawn from the list of all legal
ones. They come with the extra `peers`."""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def python_chess(seed: int) -> Callable[[int], None]:
    """A function that plays this many moves, in as many games as needed. Raises ModuleNotFoundError if python-chess is
    not installed."""
    import chess

    def play(actions: int) -> None:
        rng = Random(seed)
        board = chess.Board()
        for _ in range(actions):
            if board.is_game_over():
                board = chess.Board()
            board.push(rng.choice(list(board.legal_moves)))

    return play


def pettingzoo_chess(seed: int) -> Callable[[int], None]:
    """The same with PettingZoo's environment, which reports at each move what is legal and what is seen."""
    from pettingzoo.classic.chess import chess

    def play(actions: int) -> None:
        rng = Random(seed)
        env = chess.env()
        env.reset(seed=seed)
        for _ in range(actions):
            seen, _reward, ended, cut, _info = env.last()
            if ended or cut:
                env.reset()
                seen, *_rest = env.last()
            env.step(int(rng.choice(seen["action_mask"].nonzero()[0])))

    return play


PEERS = {"python-chess": python_chess, "PettingZoo chess": pettingzoo_chess}
