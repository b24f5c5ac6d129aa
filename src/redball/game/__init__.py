"""A game as a player, a bot or a program handles it."""

from redball.game.game import Game

__all__ = ["Game"]
