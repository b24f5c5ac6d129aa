"""What the page asks of a game besides its view: reach, why not, costs, supply, odds; a module for each question.

All of it is computed on what the side may believe; a unit that it does not see is none.
"""
