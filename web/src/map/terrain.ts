// Ground cover as areas with organic edges: adjacent hexes of one kind merge into one wood, marsh or ridge, and their borders
// wander a little. Everything is computed once for a board.

import type { Board } from '../game/types'
import { contours, makeField, sample, type Field } from './contour'
import { type Grid, H, type Point, R, type Rect } from './geometry'
import { fractal, hash, NoiseSheet } from './noise'

/** Kinds of cover, and the terrains drawn as each. */
const COVERS: Record<string, readonly string[]> = {
  water: ['sea_or_lake'],
  sea: ['sea'],
  low_hills: ['low_hills', 'hills', 'mountain'],
  hills: ['hills', 'mountain'],
  mountain: ['mountain'],
  rough: ['rough', 'lava'],
  swamp: ['swamp', 'frozen_swamp', 'salt_marsh'],
  woods: ['woods', 'forest'],
  forest: ['forest'],
  works: ['moscow_defense']
}

export interface Mark {
  x: number
  y: number
  size: number
  kind: string
}

export interface Cover {
  kind: string
  field: Field
  loops: Point[][]
  inner: Point[][][] // inner contour lines, for heights
}

export interface Ground {
  sheet: Rect // the printed sheet: the hexes and a margin
  covers: Map<string, Cover>
  marks: Map<number, Mark[]> // trees and tufts by cell, see `cell`; made on first use
}

export const MARGIN = 26
const STEP = 8
const SPREAD = 44
const LEVEL = 0.5
const REACH2 = (3.2 * H) ** 2
const CELL = 128
const INNER: Record<string, readonly number[]> = { low_hills: [0.72], hills: [0.62, 0.78], mountain: [0.6, 0.7, 0.8] }


export function terrainAt(board: Board, h: number): string[] {
  if (h >= board.columns * board.rows) return ['holding box']
  return board.palette[board.terrain[h] ?? 0] ?? []
}

export function buildGround(board: Board, grid: Grid, sheet: Rect): Ground {
  const kinds = Object.keys(COVERS).filter((kind) =>
    board.palette.some((here) => here.some((t) => COVERS[kind]!.includes(t)))
  )
  const member = board.palette.map((here) => kinds.map((k) => here.some((t) => COVERS[k]!.includes(t))))
  const step = grid.size > 4000 ? STEP * 2 : grid.size > 1200 ? STEP * 1.5 : STEP // large maps use fewer samples
  const fields = kinds.map(() => makeField(sheet.x, sheet.y, sheet.w, sheet.h, step))
  if (fields.length) fillFields(board, grid, fields, member)
  const covers = new Map<string, Cover>()
  kinds.forEach((kind, i) => {
    const field = fields[i]!
    const inner = (INNER[kind] ?? []).map((level) => contours(field, level))
    covers.set(kind, { kind, field, loops: contours(field, LEVEL), inner })
  })
  return { sheet, covers, marks: new Map() }
}

/** Share of each cover around every sample: 1 deep inside, 0.5 along a border. */
function fillFields(board: Board, grid: Grid, fields: Field[], member: boolean[][]): void {
  const { x: x0, y: y0, nx, ny, step } = fields[0]!
  const shift = warp(x0, y0, nx, ny, step)
  const near = new Near(board, grid)
  const sums = new Float64Array(fields.length)
  const whole = { x: x0, y: y0, w: nx * step, h: ny * step }
  const fine = [new NoiseSheet(whole, 19, 12), new NoiseSheet(whole, 19, 22)] as const
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const at = j * nx + i
      const px = x0 + i * step
      const py = y0 + j * step
      near.look(px + shift.x(i, j) + 6 * fine[0].at(px, py), py + shift.y(i, j) + 6 * fine[1].at(px, py))
      if (near.only >= 0) {
        const has = member[near.only]!
        for (let k = 0; k < sums.length; k++) fields[k]!.values[at] = has[k] ? 1 : 0
        continue
      }
      sums.fill(0)
      let all = 0
      for (let n = 0; n < 9; n++) {
        const w = near.weight[n]!
        if (!w) continue
        all += w
        const has = member[near.terrain[n]!]!
        for (let k = 0; k < sums.length; k++) if (has[k]) sums[k]! += w
      }
      for (let k = 0; k < sums.length; k++) fields[k]!.values[at] = sums[k]! / all
    }
  }
}

/** How far borders wander, computed at every second sample and interpolated between. */
function warp(x0: number, y0: number, nx: number, ny: number, step: number): { x(i: number, j: number): number; y(i: number, j: number): number } {
  const wide = (nx >> 1) + 2
  const high = (ny >> 1) + 2
  const made = [11, 21].map((seed) => {
    const values = new Float32Array(wide * high)
    for (let j = 0; j < high; j++) for (let i = 0; i < wide; i++) values[j * wide + i] = 20 * fractal((x0 + 2 * i * step) / 74, (y0 + 2 * j * step) / 74, seed)
    return (i: number, j: number) => {
      const at = (j >> 1) * wide + (i >> 1)
      const u = (i & 1) / 2
      const v = (j & 1) / 2
      return (values[at]! * (1 - u) + values[at + 1]! * u) * (1 - v) + (values[at + wide]! * (1 - u) + values[at + wide + 1]! * u) * v
    }
  })
  return { x: made[0]!, y: made[1]! }
}

/** The nine hexes around a point of the picture, with their weights; `only` is their terrain if all have the same. */
class Near {
  readonly weight = new Float64Array(9)
  readonly terrain = new Int32Array(9)
  only = -1
  private readonly uniform: Int32Array

  constructor(
    private readonly board: Board,
    private readonly grid: Grid
  ) {
    this.uniform = new Int32Array(grid.size).fill(-1)
    for (let h = 0; h < grid.size; h++) {
      const c = grid.column(h)
      const r = grid.row(h)
      const own = board.terrain[h] ?? 0
      let same = true
      for (let n = 0; n < 9 && same; n++) same = this.terrainOf(c - 1 + Math.floor(n / 3), r - 1 + (n % 3)) === own
      if (same) this.uniform[h] = own
    }
  }

  private terrainOf(column: number, row: number): number {
    const { grid, board } = this
    return board.terrain[grid.index(clamp(column, grid.columns), clamp(row, grid.rows))] ?? 0
  }

  look(x: number, y: number): void {
    const { grid } = this
    const { column, row } = grid.locate(x, y)
    this.only = this.uniform[grid.index(clamp(column, grid.columns), clamp(row, grid.rows))]!
    if (this.only >= 0) return
    let n = 0
    for (let c = column - 1; c <= column + 1; c++) {
      const dx = R + 1.5 * R * (c - 1) - x
      const top = (2 * grid.rows + 2 - (grid.isRaised(c) ? 1 : 0)) * H - y
      for (let r = row - 1; r <= row + 1; r++, n++) {
        const dy = top - 2 * r * H
        const d2 = dx * dx + dy * dy
        this.weight[n] = d2 > REACH2 ? 0 : Math.exp(-d2 / (SPREAD * SPREAD))
        this.terrain[n] = this.terrainOf(c, r)
      }
    }
  }
}

const clamp = (n: number, top: number) => Math.min(top, Math.max(1, n))

const SCATTER: readonly { cover: string; kind: string; gap: number; from: number; not?: string }[] = [
  { cover: 'forest', kind: 'fir', gap: 9, from: 0.55 },
  { cover: 'woods', kind: 'tree', gap: 11.5, from: 0.56, not: 'forest' },
  { cover: 'swamp', kind: 'tuft', gap: 15, from: 0.5 },
  { cover: 'rough', kind: 'stone', gap: 12, from: 0.52 }
]

/** Trees, tufts and stones of a cell of the sheet, from top to bottom: one at each point of a jittered grid. */
function scatter({ sheet, covers }: Ground, column: number, row: number): Mark[] {
  const found: Mark[] = []
  const left = column * CELL - sheet.x
  const top = row * CELL - sheet.y
  for (const { cover, kind, gap, from, not } of SCATTER) {
    const here = covers.get(cover)
    const instead = not ? covers.get(not) : undefined
    if (!here) continue
    // jitter moves a point by less than two gaps
    for (let j = Math.max(0, Math.floor(top / gap) - 2); j * gap < Math.min(sheet.h, top + CELL); j++) {
      for (let i = Math.max(0, Math.floor(left / gap) - 2); i * gap < Math.min(sheet.w, left + CELL); i++) {
        const x = sheet.x + (i + (j % 2) / 2 + 0.8 * hash(i, j, 5)) * gap
        const y = sheet.y + (j + 0.8 * hash(i, j, 6)) * gap
        if (Math.floor(x / CELL) !== column || Math.floor(y / CELL) !== row) continue
        if (sample(here.field, x, y) < from || (instead && sample(instead.field, x, y) > 0.5)) continue
        if (hash(i, j, 7) >= 0.12) found.push({ x, y, size: 0.8 + 0.5 * hash(i, j, 8), kind })
      }
    }
  }
  return found.sort((a, b) => a.y - b.y)
}

/** The marks in a part of the sheet, from top to bottom in each cell. */
export function* marksIn(ground: Ground, rect: Rect): Iterable<Mark> {
  for (let row = Math.floor((rect.y - 12) / CELL); row * CELL < rect.y + rect.h + 12; row++) {
    for (let column = Math.floor((rect.x - 12) / CELL); column * CELL < rect.x + rect.w + 12; column++) {
      const key = (row + 64) * 4096 + column + 64
      let marks = ground.marks.get(key)
      if (!marks) ground.marks.set(key, (marks = scatter(ground, column, row)))
      yield* marks
    }
  }
}
