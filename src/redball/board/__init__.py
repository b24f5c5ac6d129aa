"""The board: hexes, terrain, hexsides, roads and rails, what it costs to move, and the search kernel.

Everything here is static and knows nothing of units. The rules layer represents them by masks (which hexes may not be
entered, where movement must stop) that it passes to `redball.board.kernel.reach`.
"""
