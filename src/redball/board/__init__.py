"""The board: hexes, terrain, hexsides, roads and rails, what it costs to move, and the search kernel.

Everything here is static and knows no units. The rules layer puts units on it through masks (which hexes may not be
entered, where movement must stop) that it hands to `redball.board.kernel.reach`.
"""
