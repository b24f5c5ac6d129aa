// Everything about a board that is worked out once: shapes and lines in world units, without a canvas.

import type { Board } from '../game/types'
import { Grid, type Rect } from './geometry'
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
}

export function buildMap(board: Board): MapModel {
  const grid = new Grid(board.columns, board.rows, board.raised, board.letter)
  const ground = buildGround(board, grid)
  const streams = buildStreams(board, grid, ground.sheet)
  const ways = buildWays(board, grid, ground.sheet)
  const bridges = buildBridges(ways, streams)
  const towns = buildTowns(board, grid, ways)
  const townOf = new Map<number, Town>()
  for (const town of towns) if (!townOf.has(town.hex) && town.kind !== 'port') townOf.set(town.hex, town)
  return { board, grid, ground, sheet: ground.sheet, streams, ways, bridges, towns, townOf }
}
