// What covers the ground, as areas with organic edges: hexes of one kind grow together into one wood, one marsh, one
// ridge, and their borders wander a little. Everything is made once for a board.

import type { Board } from '../game/types'
import { contours, makeField, sample, type Field } from './contour'
import { type Grid, grow, H, type Point, type Rect } from './geometry'
import { fractal, hash, noise } from './noise'

/** Kinds of cover and the terrains that show as such. */
const COVERS: Record<string, readonly string[]> = {
  water: ['sea_or_lake'],
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
  inner: Point[][][] // further contour lines, for heights
}

export interface Ground {
  sheet: Rect // the printed sheet: the hexes and a margin
  covers: Map<string, Cover>
  marks: Map<number, Mark[]> // trees and tufts by cell, see `cell`
}

export const MARGIN = 26
const STEP = 8
const SPREAD = 44
const LEVEL = 0.5
const CELL = 128
const INNER: Record<string, readonly number[]> = { low_hills: [0.72], hills: [0.62, 0.78], mountain: [0.6, 0.7, 0.8] }

export function cell(x: number, y: number): number {
  return (Math.floor(y / CELL) + 64) * 4096 + Math.floor(x / CELL) + 64
}

export function terrainAt(board: Board, h: number): string[] {
  return board.palette[board.terrain[h] ?? 0] ?? []
}

export function buildGround(board: Board, grid: Grid): Ground {
  const sheet = grow(grid.bounds, MARGIN)
  const kinds = Object.keys(COVERS).filter((kind) =>
    board.palette.some((here) => here.some((t) => COVERS[kind]!.includes(t)))
  )
  const member = board.palette.map((here) => kinds.map((k) => here.some((t) => COVERS[k]!.includes(t))))
  const step = grid.size > 4000 ? STEP * 2 : STEP
  const fields = kinds.map(() => makeField(sheet.x, sheet.y, sheet.w, sheet.h, step))
  if (fields.length) fillFields(board, grid, fields, member)
  const covers = new Map<string, Cover>()
  kinds.forEach((kind, i) => {
    const field = fields[i]!
    const inner = (INNER[kind] ?? []).map((level) => contours(field, level))
    covers.set(kind, { kind, field, loops: contours(field, LEVEL), inner })
  })
  return { sheet, covers, marks: scatter(sheet, covers) }
}

/** Share of each cover around every sample: 1 deep inside, 0.5 along a border. */
function fillFields(board: Board, grid: Grid, fields: Field[], member: boolean[][]): void {
  const { x: x0, y: y0, nx, ny, step } = fields[0]!
  const sums = new Float64Array(fields.length)
  for (let j = 0; j < ny; j++) {
    for (let i = 0; i < nx; i++) {
      const px = x0 + i * step
      const py = y0 + j * step
      const x = px + 20 * fractal(px / 74, py / 74, 11) + 6 * noise(px / 19, py / 19, 12)
      const y = py + 20 * fractal(px / 74, py / 74, 21) + 6 * noise(px / 19, py / 19, 22)
      const { column, row } = grid.locate(x, y)
      sums.fill(0)
      let all = 0
      for (let c = column - 1; c <= column + 1; c++) {
        for (let r = row - 1; r <= row + 1; r++) {
          const p = grid.place(c, r)
          const d2 = (p.x - x) ** 2 + (p.y - y) ** 2
          if (d2 > (3.2 * H) ** 2) continue
          const w = Math.exp(-d2 / (SPREAD * SPREAD))
          all += w
          const h = grid.index(clamp(c, grid.columns), clamp(r, grid.rows))
          const has = member[board.terrain[h] ?? 0]!
          for (let k = 0; k < sums.length; k++) if (has[k]) sums[k]! += w
        }
      }
      for (let k = 0; k < sums.length; k++) fields[k]!.values[j * nx + i] = sums[k]! / all
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

/** Trees, tufts and stones: one in each cell of a jittered grid. */
function scatter(sheet: Rect, covers: Map<string, Cover>): Map<number, Mark[]> {
  const found = new Map<number, Mark[]>()
  for (const { cover, kind, gap, from, not } of SCATTER) {
    const here = covers.get(cover)
    const instead = not ? covers.get(not) : undefined
    if (!here) continue
    for (let j = 0; j * gap < sheet.h; j++) {
      for (let i = 0; i * gap < sheet.w; i++) {
        const x = sheet.x + (i + (j % 2) / 2 + 0.8 * hash(i, j, 5)) * gap
        const y = sheet.y + (j + 0.8 * hash(i, j, 6)) * gap
        if (sample(here.field, x, y) < from || (instead && sample(instead.field, x, y) > 0.5)) continue
        if (hash(i, j, 7) < 0.12) continue
        const key = cell(x, y)
        const list = found.get(key)
        const mark = { x, y, size: 0.8 + 0.5 * hash(i, j, 8), kind }
        if (list) list.push(mark)
        else found.set(key, [mark])
      }
    }
  }
  for (const list of found.values()) list.sort((a, b) => a.y - b.y)
  return found
}

/** The marks in a part of the sheet, from top to bottom. */
export function* marksIn(ground: Ground, rect: Rect): Iterable<Mark> {
  for (let y = rect.y - 12; y < rect.y + rect.h + CELL; y += CELL) {
    for (let x = rect.x - 12; x < rect.x + rect.w + CELL; x += CELL) {
      yield* ground.marks.get(cell(x, y)) ?? []
    }
  }
}
