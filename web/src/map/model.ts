// Everything about a board that is worked out once: shapes and lines in world units, without a canvas.

import type { Board } from '../game/types'
import { Grid, type Point, type Rect } from './geometry'
import { buildTowns, type Town } from './places'
import { type Bridge, buildBridges, buildWays, type Way } from './roads'
import { buildStreams, type Stream } from './rivers'
import { buildGround, type Ground } from './terrain'

export interface MapModel {
  board: Board
  grid: Grid
  ground: Ground
  sheet: Rect
  streams: Stream[]
  ways: Way[]
  bridges: Bridge[]
  towns: Town[]
  townOf: Map<number, Town>
  railSpots: Map<number, Point> // where the railway of a hex runs through it
  riverSides: Map<number, number[]> // hex to the directions of its sides with a river
}

const made = new WeakMap<Board, MapModel>()

/** The model of a board; made once, which takes a moment on a large one. */
export function mapOf(board: Board): MapModel {
  let model = made.get(board)
  if (!model) made.set(board, (model = buildMap(board)))
  return model
}

export function buildMap(board: Board): MapModel {
  const grid = new Grid(board.columns, board.rows, board.raised, board.letter, board.boxes)
  const ground = buildGround(board, grid)
  const streams = buildStreams(board, grid, ground.sheet)
  const ways = buildWays(board, grid, ground.sheet)
  const bridges = buildBridges(ways, streams)
  const towns = buildTowns(board, grid, ways)
  const townOf = new Map<number, Town>()
  for (const town of towns) if (!townOf.has(town.hex) && town.kind !== 'port') townOf.set(town.hex, town)
  return { board, grid, ground, sheet: ground.sheet, streams, ways, bridges, towns, townOf, railSpots: railSpots(ways), riverSides: riverSides(board, grid) }
}

function railSpots(ways: readonly Way[]): Map<number, Point> {
  const found = new Map<number, Point>()
  for (const { kind, points, nodes } of ways) {
    if (kind !== 'railroad') continue
    const pieces = (points.length - 1) / (nodes.length - 1)
    const last = nodes.length - 1
    const inner = (i: number) => (i === 0 && nodes[1] === nodes[0] ? 1 : i === last && nodes[i - 1] === nodes[i] ? i - 1 : i) // not beyond the edge
    nodes.forEach((h, i) => found.set(h, points[inner(i) * pieces]!))
  }
  return found
}

function riverSides(board: Board, grid: Grid): Map<number, number[]> {
  const found = new Map<number, number[]>()
  const add = (h: number, d: number) => {
    const known = found.get(h)
    if (known) known.push(d)
    else found.set(h, [d])
  }
  for (const { kind, sides } of board.hexsides) {
    if (!kind.endsWith('river')) continue
    for (const [h, d] of sides) {
      add(h, d)
      const other = grid.neighbour(h, d)
      if (other >= 0) add(other, (d + 3) % 6)
    }
  }
  return found
}
