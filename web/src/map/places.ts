// Towns as shapes: a village is a handful of houses along its road, a city a built-up patch with blocks and streets.

import type { Board } from '../game/types'
import { type Grid, H, type Point } from './geometry'
import { hash, noise } from './noise'
import { anchor, type Way } from './roads'

export interface Block {
  x: number
  y: number
  w: number
  h: number
  angle: number
}

export interface Town {
  hex: number
  kind: string
  name: string
  at: Point
  patch: Point[] // outline of the built-up area; empty for a village
  blocks: Block[]
}

const SIZE: Record<string, { reach: number; gap: number; block: number }> = {
  village: { reach: 15, gap: 7.5, block: 4.6 },
  minor_city: { reach: 26, gap: 8, block: 6 },
  major_city: { reach: 0.84 * H, gap: 8.5, block: 6.4 }
}

export function buildTowns(board: Board, grid: Grid, ways: readonly Way[]): Town[] {
  return board.places.map(({ hex, kind, name }) => {
    const at = anchor(grid, hex, false, true, false)
    const size = SIZE[kind] ?? SIZE.village!
    const angle = streetAngle(at, ways) ?? 3 * noise(at.x / 50, at.y / 50, 51)
    const patch = kind === 'minor_city' || kind === 'major_city' ? outline(at, size.reach) : []
    return { hex, kind, name, at, patch, blocks: kind === 'port' ? [] : houses(at, size, angle, patch.length === 0) }
  })
}

/** Direction of the first road that runs through a place. */
function streetAngle(at: Point, ways: readonly Way[]): number | null {
  for (const way of ways) {
    if (way.kind === 'railroad') continue
    for (let i = 0; i + 1 < way.points.length; i++) {
      const p = way.points[i]!
      if (Math.hypot(p.x - at.x, p.y - at.y) < 10) {
        const q = way.points[i + 1]!
        return Math.atan2(q.y - p.y, q.x - p.x)
      }
    }
  }
  return null
}

function outline(at: Point, reach: number): Point[] {
  const points: Point[] = []
  for (let k = 0; k < 22; k++) {
    const a = (k / 22) * 2 * Math.PI
    const r = reach * (0.82 + 0.26 * noise(at.x + 1.6 * Math.cos(a), at.y + 1.6 * Math.sin(a), 52))
    points.push({ x: at.x + r * Math.cos(a), y: at.y + 0.9 * r * Math.sin(a) })
  }
  return points
}

/** Houses in rows along the street and a cross street; a village has only the street. */
function houses(at: Point, size: { reach: number; gap: number; block: number }, angle: number, village: boolean): Block[] {
  const found: Block[] = []
  const n = Math.ceil(size.reach / size.gap)
  const cos = Math.cos(angle)
  const sin = Math.sin(angle)
  for (let i = -n; i <= n; i++) {
    for (let j = -n; j <= n; j++) {
      if (village ? j !== 0 && j !== -1 : false) continue
      const u = (i + 0.3 * hash(i, j, at.x)) * size.gap
      const v = (j + 0.5) * size.gap + (village ? 0 : 0.12 * size.gap * noise(i, j, at.y))
      const far = Math.hypot(u, v) / size.reach
      if (far > 1 - 0.25 * hash(i, j, at.x + 1) || hash(i, j, at.x + 2) < (village ? 0.2 : 0.12)) continue
      const w = size.block * (0.75 + 0.5 * hash(i, j, at.x + 3))
      const h = size.block * (0.65 + 0.35 * hash(i, j, at.x + 4))
      found.push({ x: at.x + u * cos - v * sin, y: at.y + u * sin + v * cos, w, h, angle })
    }
  }
  return found
}
