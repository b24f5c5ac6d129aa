"""Random play of other libraries: chess by python-chess and by PettingZoo, one action after the other, each drawn from
the list of all that are legal. The extra `peers` has them; nothing else needs them.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random


def python_chess(seed: int) -> Callable[[int], None]:
    """What plays so many moves, in as many games as that takes. ModuleNotFoundError: it is not installed."""
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
    """The same with the environment of PettingZoo, which tells at each move what is legal and what is seen."""
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
