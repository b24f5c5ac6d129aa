"""A game as players, bots and programs use it."""

from redball.game.game import Game

__all__ = ["Game"]
