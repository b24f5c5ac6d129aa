"""Answers to the page's questions: reach, why not, costs, supply, odds; one module for each topic.

All of them use only what the side may believe: a unit that it does not see does not exist for it.
"""
