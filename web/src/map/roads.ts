// Roads, tracks and railroads run through the middles of hexes. Every hex has one point where its roads meet and another for its
// railroads, a little off the centre, so that lines bend naturally, junctions close and rails stay off the road.

import type { Board } from '../game/types'
import { type Grid, type Point, type Rect } from './geometry'
import { noise } from './noise'
import { box } from './rivers'

export interface Way {
  kind: string
  name: string
  multi: boolean // more than one track
  points: Point[]
  nodes: number[] // its hexes, with the same number of points between each two
  bounds: Rect
}

const PIECES = 8

/** The point of a hex that its ways of a kind run through. */
export function anchor(grid: Grid, h: number, rail: boolean, town: boolean, both: boolean): Point {
  const c = grid.center(h)
  const wild = town ? 0.15 : 1
  const x = c.x + wild * 9 * noise(c.x / 61, c.y / 61, rail ? 41 : 43)
  const y = c.y + wild * 9 * noise(c.x / 61, c.y / 61, rail ? 42 : 44)
  return rail && both ? { x: x + 5, y: y + 9 } : { x, y }
}

export function buildWays(board: Board, grid: Grid, sheet: Rect): Way[] {
  const towns = new Set(board.places.map((p) => p.hex))
  const railHexes = new Set(board.paths.filter((p) => p.kind === 'railroad').flatMap((p) => p.hexes))
  const roadHexes = new Set(board.paths.filter((p) => p.kind !== 'railroad').flatMap((p) => p.hexes))
  const drawn = new Set<string>()
  const ordered = [...board.paths].sort((a, b) => Number(b.multi ?? false) - Number(a.multi ?? false)) // multi-track first
  return ordered.flatMap(({ kind, name, hexes, multi = false }) => {
    const rail = kind === 'railroad'
    const points = hexes.map((h) => anchor(grid, h, rail, towns.has(h), railHexes.has(h) && roadHexes.has(h)))
    const ends = [hexes[0]!, hexes.at(-1)!]
    const meets = (h: number) => board.paths.filter((p) => p.kind === kind && p.hexes.includes(h)).length > 1
    const nodes = [...hexes]
    const goesOn = (h: number) => hexes.length > 1 && isBorder(grid, h) && !meets(h) && !towns.has(h)
    const fresh = hexes.slice(1).map((h, i) => add(drawn, `${kind} ${Math.min(h, hexes[i]!)} ${Math.max(h, hexes[i]!)}`))
    if (goesOn(ends[0]!)) {
      points.unshift(leave(points[0]!, points[1]!, sheet))
      nodes.unshift(hexes[0]!)
      fresh.unshift(true)
    }
    if (goesOn(ends[1]!)) {
      points.push(leave(points.at(-1)!, points.at(-2)!, sheet))
      nodes.push(hexes.at(-1)!)
      fresh.push(true)
    }
    return runs(spline(points), nodes, fresh).map((run) => ({ kind, name, multi, ...run, bounds: box(run.points) }))
  })
}

function add(set: Set<string>, key: string): boolean {
  if (set.has(key)) return false
  set.add(key)
  return true
}

/** The stretches of a spline that no other way has drawn. */
function runs(line: Point[], nodes: number[], fresh: boolean[]): { points: Point[]; nodes: number[] }[] {
  const pieces = (line.length - 1) / fresh.length
  const found: { points: Point[]; nodes: number[] }[] = []
  fresh.forEach((is, i) => {
    if (!is) return
    const part = line.slice(i * pieces, (i + 1) * pieces + 1)
    if (fresh[i - 1]) {
      found.at(-1)!.points.push(...part.slice(1))
      found.at(-1)!.nodes.push(nodes[i + 1]!)
    } else found.push({ points: part, nodes: [nodes[i]!, nodes[i + 1]!] })
  })
  return found
}

const isBorder = (grid: Grid, h: number) => grid.neighbours(h).length < 6

/** The point where a way leaves the sheet beyond its last hex. */
function leave(p: Point, before: Point, sheet: Rect): Point {
  const sides: [number, Point][] = [
    [p.x - sheet.x, { x: sheet.x - 12, y: p.y + (p.y - before.y) * 0.3 }],
    [sheet.x + sheet.w - p.x, { x: sheet.x + sheet.w + 12, y: p.y + (p.y - before.y) * 0.3 }],
    [p.y - sheet.y, { x: p.x + (p.x - before.x) * 0.3, y: sheet.y - 12 }],
    [sheet.y + sheet.h - p.y, { x: p.x + (p.x - before.x) * 0.3, y: sheet.y + sheet.h + 12 }]
  ]
  return sides.reduce((a, b) => (b[0] < a[0] ? b : a))[1]
}

/** A Catmull-Rom line through all points. */
export function spline(points: readonly Point[]): Point[] {
  if (points.length < 2) return points.slice()
  const line: Point[] = [points[0]!]
  for (let i = 0; i + 1 < points.length; i++) {
    const b = points[i]!
    const c = points[i + 1]!
    const a = points[i - 1] ?? { x: 2 * b.x - c.x, y: 2 * b.y - c.y }
    const d = points[i + 2] ?? { x: 2 * c.x - b.x, y: 2 * c.y - b.y }
    for (let k = 1; k <= PIECES; k++) {
      const t = k / PIECES
      line.push({ x: catmull(a.x, b.x, c.x, d.x, t), y: catmull(a.y, b.y, c.y, d.y, t) })
    }
  }
  return line
}

function catmull(a: number, b: number, c: number, d: number, t: number): number {
  return b + 0.5 * t * (c - a + t * (2 * a - 5 * b + 4 * c - d + t * (3 * (b - c) + d - a)))
}

export interface Bridge {
  x: number
  y: number
  angle: number // of the way across it
}

const CELL = 96

/** Where the drawn lines of ways and rivers cross. Compares only pieces in the same part of the map. */
export function buildBridges(ways: readonly Way[], streams: readonly { points: Point[] }[]): Bridge[] {
  const pieces = new Map<number, [Point, Point][]>()
  for (const { points } of streams) {
    for (let j = 0; j + 1 < points.length; j++) {
      const piece: [Point, Point] = [points[j]!, points[j + 1]!]
      for (const key of cellsOf(...piece)) {
        const list = pieces.get(key)
        if (list) list.push(piece)
        else pieces.set(key, [piece])
      }
    }
  }
  const found: Bridge[] = []
  for (const way of ways) {
    if (way.kind === 'track') continue
    for (let i = 0; i + 1 < way.points.length; i++) {
      const a = way.points[i]!
      const b = way.points[i + 1]!
      for (const key of cellsOf(a, b)) {
        for (const [c, d] of pieces.get(key) ?? []) {
          const p = crossing(a, b, c, d)
          if (p && !found.some((q) => Math.hypot(q.x - p.x, q.y - p.y) < 8)) found.push({ ...p, angle: Math.atan2(b.y - a.y, b.x - a.x) })
        }
      }
    }
  }
  return found
}

/** The parts of the map that a piece of a line touches. */
function* cellsOf(a: Point, b: Point): Iterable<number> {
  const at = (n: number) => Math.floor(n / CELL)
  for (let x = at(Math.min(a.x, b.x)); x <= at(Math.max(a.x, b.x)); x++)
    for (let y = at(Math.min(a.y, b.y)); y <= at(Math.max(a.y, b.y)); y++) yield (y + 512) * 4096 + x + 512
}

/** Where two segments cross, if they do. */
export function crossing(a: Point, b: Point, c: Point, d: Point): Point | null {
  const rx = b.x - a.x
  const ry = b.y - a.y
  const sx = d.x - c.x
  const sy = d.y - c.y
  const cross = rx * sy - ry * sx
  if (cross === 0) return null
  const t = ((c.x - a.x) * sy - (c.y - a.y) * sx) / cross
  const u = ((c.x - a.x) * ry - (c.y - a.y) * rx) / cross
  return t >= 0 && t <= 1 && u >= 0 && u <= 1 ? { x: a.x + t * rx, y: a.y + t * ry } : null
}
