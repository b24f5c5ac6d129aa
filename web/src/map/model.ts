// Everything about a board that is computed once: shapes and lines in world units, without a canvas.

import type { Board } from '../game/types'
import { Grid, grow, type Point, type Rect } from './geometry'
import { buildTowns, type Town } from './places'
import { type Bridge, buildBridges, buildWays, type Way } from './roads'
import { buildStreams, type Stream } from './rivers'
import { buildGround, type Ground, MARGIN } from './terrain'

const FRAME = 12 // how far the frame reaches beyond the sheet and its boxes

/** What the page itself needs to know about a map; only the painter knows the rest. */
export interface Layout {
  readonly board: Board
  readonly grid: Grid
  readonly sheet: Rect
  readonly paper: Rect // everything painted: the sheet, its frame and the boxes beside it
  readonly riverSides: ReadonlyMap<number, readonly number[]> // by hex, the directions of its river hexsides
  // known once the painter has computed the map
  streams: readonly Stream[]
  towns: readonly Town[]
  railSpots: ReadonlyMap<number, Point> // by hex, where its railroad runs
}

export type Features = Pick<Layout, 'streams' | 'towns' | 'railSpots'>

export interface MapModel {
  board: Board
  grid: Grid
  ground: Ground
  sheet: Rect
  streams: Stream[]
  ways: Way[]
  bridges: Bridge[]
  towns: Town[]
}

const gridOf = (board: Board) => new Grid(board.columns, board.rows, board.raised, board.letter, board.boxes)
const sheetRect = (grid: Grid) => grow(grid.bounds, MARGIN)

/** A map before the painter has computed it: only its hexes are known. */
export function layoutOf(board: Board): Layout {
  const grid = gridOf(board)
  const sheet = sheetRect(grid)
  const paper = grow(grid.extent, MARGIN + FRAME)
  return { board, grid, sheet, paper, riverSides: riverSides(board, grid), streams: [], towns: [], railSpots: new Map() }
}

/** The whole model of a board, for its painter. */
export function buildMap(board: Board): MapModel {
  const grid = gridOf(board)
  const sheet = sheetRect(grid)
  const ground = buildGround(board, grid, sheet)
  const streams = buildStreams(board, grid, sheet)
  const ways = buildWays(board, grid, sheet)
  return { board, grid, ground, sheet, streams, ways, bridges: buildBridges(ways, streams), towns: buildTowns(board, grid, ways) }
}

/** The parts of a model that the page needs for names and signs. */
export function featuresOf({ streams, ways, towns }: MapModel): Features {
  return {
    streams: streams.filter((s) => s.name),
    towns: towns.map((town) => ({ ...town, patch: [], blocks: [] })),
    railSpots: railSpots(ways)
  }
}

function railSpots(ways: readonly Way[]): Map<number, Point> {
  const found = new Map<number, Point>()
  for (const { kind, points, nodes } of ways) {
    if (kind !== 'railroad') continue
    const pieces = (points.length - 1) / (nodes.length - 1)
    const last = nodes.length - 1
    const inner = (i: number) => (i === 0 && nodes[1] === nodes[0] ? 1 : i === last && nodes[i - 1] === nodes[i] ? i - 1 : i) // stay on the map
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
