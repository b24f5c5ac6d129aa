"""Exact odds and what follows from them: distributions on the board, the table companion, studies of the tables."""
