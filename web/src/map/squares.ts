// The squares of the sheet, and the messages between the page and the painter.

import type { Board } from '../game/types'
import type { Rect } from './geometry'
import type { Features } from './model'

/** The side of a square in pixels. */
export const SIZE = 512
/** Where the first square begins, in both directions: at the frame of the sheet, so that no square holds only the frame. */
const CORNER = -64
/** Scales at which squares are painted, in device pixels per world unit. */
export const LEVELS = [0.125, 0.25, 0.5, 1, 2, 4] as const

export interface Square {
  level: number
  i: number
  j: number
}

export type ToPainter = { board: Board } | { gauges: ReadonlySet<number>; number: number } | Square
export type FromPainter = { features: Features } | (Square & { gauges: number; bitmap: ImageBitmap })

export const keyOf = ({ level, i, j }: Square) => `${level}:${i}:${j}`

/** The part of the world that a square shows. */
export function rectOf({ level, i, j }: Square): Rect {
  const span = SIZE / LEVELS[level]!
  return { x: CORNER + i * span, y: CORNER + j * span, w: span, h: span }
}

/** Squares of a level that overlap a rectangle, nearest to its middle first. */
export function squaresIn(rect: Rect, level: number): Square[] {
  const span = SIZE / LEVELS[level]!
  const [x, y] = [rect.x - CORNER, rect.y - CORNER]
  const found: { square: Square; far: number }[] = []
  for (let j = Math.floor(y / span); j * span < y + rect.h; j++) {
    for (let i = Math.floor(x / span); i * span < x + rect.w; i++) {
      const far = Math.hypot((i + 0.5) * span - x - rect.w / 2, (j + 0.5) * span - y - rect.h / 2)
      found.push({ square: { level, i, j }, far })
    }
  }
  return found.sort((a, b) => a.far - b.far).map((f) => f.square)
}

/** The first level sharp enough for a scale (device pixels), or the last. */
export function levelFor(scale: number): number {
  const level = LEVELS.findIndex((s) => s >= scale * 0.92)
  return level < 0 ? LEVELS.length - 1 : level
}

/** What stands in for a square until it is painted: the sharpest coarser square, and over it any finer ones. */
export function standIns(square: Square, has: (square: Square) => boolean): Square[] {
  const coarser = coarserOf(square, has)
  return [...(coarser ? [coarser] : []), ...finer(square, has, 2)]
}

function coarserOf({ level, i, j }: Square, has: (square: Square) => boolean): Square | null {
  for (let up = 1; up <= level; up++) {
    const found = { level: level - up, i: i >> up, j: j >> up }
    if (has(found)) return found
  }
  return null
}

function finer({ level, i, j }: Square, has: (square: Square) => boolean, deep: number): Square[] {
  if (!deep || level + 1 >= LEVELS.length) return []
  const quarters = [0, 1, 2, 3].map((k) => ({ level: level + 1, i: 2 * i + (k & 1), j: 2 * j + (k >> 1) }))
  return quarters.flatMap((quarter) => (has(quarter) ? [quarter] : finer(quarter, has, deep - 1)))
}
