"""The same searches by networkx and scipy, built from the same cost arrays."""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import networkx
import numpy
import scipy.sparse
import scipy.sparse.csgraph

from redball.board.costs import MoveGraph


class NetworkxSearch:
    """A directed graph whose edges carry costs in units."""

    def __init__(self, graph: MoveGraph) -> None:
        self.graph = networkx.DiGraph()
        self.graph.add_nodes_from(range(graph.board.size))
        self.graph.add_weighted_edges_from(
            (edge // 6, n, cost)
            for edge, (cost, n) in enumerate(zip(graph.cost, graph.neighbours, strict=True))
            if cost > 0
        )

    def distances(self, sources: Iterable[int], limit: int) -> dict[int, int]:
        """Cost of every hex within the limit."""
        found: dict[int, int] = networkx.multi_source_dijkstra_path_length(self.graph, set(sources), cutoff=limit)
        return found


class ScipySearch:
    """A sparse cost matrix. `blocked` hexes cannot be entered; `stop` hexes cannot be left, except by a source."""

    def __init__(self, cost: array[int], neighbours: array[int]) -> None:
        costs = numpy.frombuffer(cost, dtype=numpy.int16)
        self._to = numpy.frombuffer(neighbours, dtype=numpy.int32)
        self._from = numpy.repeat(numpy.arange(len(neighbours) // 6, dtype=numpy.int32), 6)
        self._costs = costs
        self._size = len(neighbours) // 6
        self.matrix = self._build(costs > 0)

    def _build(self, keep: Any) -> Any:
        entries = (self._costs[keep].astype(numpy.float64), (self._from[keep], self._to[keep]))
        return scipy.sparse.csr_matrix(entries, shape=(self._size, self._size))

    def rebuild(self, blocked: bytes | bytearray, stop: bytes | bytearray, sources: Iterable[int]) -> Any:
        """The matrix without the steps that the masks forbid."""
        closed = numpy.frombuffer(blocked, dtype=numpy.uint8) != 0
        kept = numpy.frombuffer(stop, dtype=numpy.uint8).copy()
        kept[list(sources)] = 0
        keep = (self._costs > 0) & ~closed[self._to] & (kept[self._from] == 0)
        return self._build(keep)

    def distances(self, source: int, limit: int, matrix: Any = None) -> Any:
        """Cost of every hex, infinite beyond the limit (ours gives paths, too)."""
        used = self.matrix if matrix is None else matrix
        return scipy.sparse.csgraph.dijkstra(used, indices=source, limit=limit)

    def multi_source(self, sources: list[int], limit: int, matrix: Any) -> Any:
        """Cost from the nearest source."""
        return scipy.sparse.csgraph.dijkstra(matrix, indices=sources, limit=limit, min_only=True)

    def near(self, distances: Any) -> Any:
        """For each hex, whether it is within reach or next to a hex that is."""
        inside = numpy.nonzero(numpy.isfinite(distances))[0]
        mask = numpy.zeros(self._size + 1, dtype=bool)  # the last entry collects neighbours off the map (-1)
        mask[inside] = True
        mask[self._to.reshape(-1, 6)[inside].ravel()] = True
        return mask[:-1]
