// Rivers follow hexsides. This joins the hexsides of each river at their corners into chains, main streams first, and makes each
// chain one smooth line without breaks. A tributary ends on the line of the stream that it joins.

import type { Board } from '../game/types'
import { type Grid, type Point, type Rect, R } from './geometry'
import { noise } from './noise'

export interface Stream {
  kind: string
  name: string
  points: Point[] // a dense, smooth line
  lengths: number[] // distance along it at each point
  source: boolean // begins at a spring, not at the map edge or at another river
  bounds: Rect
}

interface Chain {
  kind: string
  name: string
  corners: number[]
}

const RANK: Record<string, number> = { sea_or_lake: 0, sea: 0, estuary: 0, major_river: 1, frozen_major_river: 1, minor_river: 2, frozen_minor_river: 2 }
export const WATER = new Set(['major_river', 'minor_river', 'frozen_major_river', 'frozen_minor_river', 'dry_lake', 'wadi', 'sea_or_lake', 'sea', 'estuary'])
/** Hexsides of open water: between two hexes of land they are straits and inlets; beside a hex of water they are its coast. */
export const STRAITS: ReadonlySet<string> = new Set(['sea_or_lake', 'sea', 'estuary'])
const OPEN: ReadonlySet<string> = new Set(['sea_or_lake', 'sea'])

/** Whether a hex is nothing but water. */
const isOpen = (board: Board, h: number): boolean => {
  const here = board.palette[board.terrain[h] ?? 0] ?? []
  return here.length === 1 && OPEN.has(here[0]!)
}

/** The corners of all-water hexes, each with the middle of one of them. */
function mouths(board: Board, grid: Grid): Map<number, Point> {
  const found = new Map<number, Point>()
  for (let h = 0; h < grid.columns * grid.rows; h++) if (isOpen(board, h)) for (let d = 0; d < 6; d++) found.set(grid.cornerKey(h, d), grid.center(h))
  return found
}

/** Chains of corners: every hexside of the rivers exactly once. */
export function chainSides(board: Board, grid: Grid, kinds: ReadonlySet<string>): Chain[] {
  const runs = new Map<string, Map<number, number[]>>() // kind and name -> corner -> corners joined by a side
  for (const { kind, name, sides } of board.hexsides) {
    if (!kinds.has(kind)) continue
    const key = `${kind}\n${name}`
    const links = runs.get(key) ?? new Map<number, number[]>()
    runs.set(key, links)
    for (const [h, d] of sides) if (!STRAITS.has(kind) || !isCoast(board, grid, h, d)) link(links, grid.cornerKey(h, d), grid.cornerKey(h, d + 1))
  }
  const chains: Chain[] = []
  for (const [key, links] of runs) {
    const [kind, name] = key.split('\n') as [string, string]
    for (const corners of unravel(links)) chains.push({ kind, name, corners })
  }
  return chains.sort((a, b) => rank(a) - rank(b) || b.corners.length - a.corners.length)
}

/** Whether a hexside is that of an all-water hex: the coast is drawn there already. */
const isCoast = (board: Board, grid: Grid, h: number, d: number): boolean => {
  const other = grid.neighbour(h, d)
  return isOpen(board, h) || (other >= 0 && isOpen(board, other))
}

const rank = (c: Chain) => RANK[c.kind] ?? 3

function link(links: Map<number, number[]>, a: number, b: number): void {
  if (links.get(a)?.includes(b)) return
  for (const [p, q] of [[a, b], [b, a]] as const) {
    const list = links.get(p)
    if (list) list.push(q)
    else links.set(p, [q])
  }
}

/** Takes chains out of a net of corners until no side is left, beginning at loose ends. */
function* unravel(links: Map<number, number[]>): Iterable<number[]> {
  const take = (start: number): number[] => {
    const chain = [start]
    for (let at = start; ; ) {
      const to = links.get(at)?.pop()
      if (to === undefined) return chain
      const back = links.get(to)!
      back.splice(back.indexOf(at), 1)
      chain.push(to)
      at = to
    }
  }
  const starts = [...links.keys()].sort((a, b) => a - b)
  for (const corner of starts) if (links.get(corner)!.length === 1) yield take(corner)
  for (const corner of starts) while (links.get(corner)!.length % 2) yield take(corner)
  for (const corner of starts) while (links.get(corner)!.length) yield take(corner)
}

/** All rivers of a board as smooth lines, main streams first. */
export function buildStreams(board: Board, grid: Grid, sheet: Rect): Stream[] {
  const passed = new Map<number, Point>() // by corner, the point where a line passes, for tributaries to join
  const chains = chainSides(board, grid, WATER)
  const ends = new Map<number, number>()
  const degree = new Map<number, number>()
  for (const c of chains) {
    for (const k of [c.corners[0]!, c.corners.at(-1)!]) ends.set(k, (ends.get(k) ?? 0) + 1)
    for (const k of c.corners) degree.set(k, (degree.get(k) ?? 0) + 1)
  }
  const open = mouths(board, grid)
  const spring = (k: number) => degree.get(k) === 1 && ends.get(k) === 1 && !onEdge(grid, k) && !open.has(k)
  return chains.map((chain) => {
    if (spring(chain.corners.at(-1)!) && !spring(chain.corners[0]!)) chain.corners.reverse()
    const raw = chain.corners.map((k) => wander(grid.cornerOf(k)))
    const closed = chain.corners[0] === chain.corners.at(-1) && chain.corners.length > 3
    const points: Point[] = closed ? raw : attach(chain, raw, passed, open, grid, sheet)
    const line = smooth(points)
    chain.corners.forEach((k, i) => {
      if (!passed.has(k)) passed.set(k, nearest(line, raw[i]!))
    })
    const source = !closed && spring(chain.corners[0]!)
    return { kind: chain.kind, name: chain.name, points: line, lengths: measure(line), source, bounds: box(line) }
  })
}

const wander = (p: Point): Point => ({
  x: p.x + 3.5 * noise(p.x / 37, p.y / 37, 31),
  y: p.y + 3.5 * noise(p.x / 37, p.y / 37, 32)
})

const MOUTH = 0.6 // so far towards the middle of the water that it flows into: coasts wander

/** Extends the ends of a chain onto the line that it joins, into the water that it flows into, or beyond the map to the edge of the sheet. */
function attach(chain: Chain, raw: Point[], passed: Map<number, Point>, open: Map<number, Point>, grid: Grid, sheet: Rect): Point[] {
  const points = raw.slice()
  const finish = (corner: number, at: 0 | -1) => {
    const joined = passed.get(corner)
    const here = points.at(at)!
    const before = points.at(at === 0 ? 1 : -2) ?? here
    const mouth = open.get(corner)
    if (joined) points[at === 0 ? 0 : points.length - 1] = joined
    else if (mouth) {
      const out = { x: here.x + MOUTH * (mouth.x - here.x), y: here.y + MOUTH * (mouth.y - here.y) }
      if (at === 0) points.unshift(out)
      else points.push(out)
    }
    else if (onEdge(grid, corner)) {
      const out = beyond(here, before, sheet)
      if (at === 0) points.unshift(out)
      else points.push(out)
    }
  }
  finish(chain.corners.at(-1)!, -1)
  finish(chain.corners[0]!, 0)
  return points
}

/** Whether a corner belongs to fewer than three hexes of the map. */
export function onEdge(grid: Grid, corner: number): boolean {
  const p = grid.cornerOf(corner)
  const around = [[1, 0], [-0.5, 0.9], [-0.5, -0.9], [-1, 0], [0.5, 0.9], [0.5, -0.9]] as const
  const hexes = new Set(around.map(([x, y]) => grid.at(p.x + x * 4, p.y + y * 4)))
  return hexes.has(-1)
}

function beyond(p: Point, before: Point, sheet: Rect): Point {
  const dx = Math.min(p.x - sheet.x, sheet.x + sheet.w - p.x)
  const dy = Math.min(p.y - sheet.y, sheet.y + sheet.h - p.y)
  const lean = { x: (p.x - before.x) * 0.4, y: (p.y - before.y) * 0.4 }
  if (dx < dy) return { x: p.x - sheet.x < sheet.w / 2 ? sheet.x - 12 : sheet.x + sheet.w + 12, y: p.y + lean.y }
  return { x: p.x + lean.x, y: p.y - sheet.y < sheet.h / 2 ? sheet.y - 12 : sheet.y + sheet.h + 12 }
}

/** A dense line between the first and last points that rounds every corner. */
export function smooth(points: readonly Point[], pieces = 6): Point[] {
  if (points.length < 3) return points.slice()
  const line: Point[] = [points[0]!]
  const mid = (a: Point, b: Point) => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 })
  for (let i = 1; i < points.length - 1; i++) {
    const p = points[i]!
    const a = i === 1 ? points[0]! : mid(points[i - 1]!, p)
    const b = i === points.length - 2 ? points.at(-1)! : mid(p, points[i + 1]!)
    for (let k = 1; k <= pieces; k++) {
      const t = k / pieces
      const u = 1 - t
      line.push({ x: u * u * a.x + 2 * u * t * p.x + t * t * b.x, y: u * u * a.y + 2 * u * t * p.y + t * t * b.y })
    }
  }
  return line
}

function nearest(line: readonly Point[], p: Point): Point {
  let best = line[0]!
  for (const q of line) if ((q.x - p.x) ** 2 + (q.y - p.y) ** 2 < (best.x - p.x) ** 2 + (best.y - p.y) ** 2) best = q
  return best
}

export function measure(line: readonly Point[]): number[] {
  let sum = 0
  return line.map((p, i) => (i ? (sum += Math.hypot(p.x - line[i - 1]!.x, p.y - line[i - 1]!.y)) : 0))
}

export function box(line: readonly Point[], margin = R / 2): Rect {
  let [left, top, right, low] = [Infinity, Infinity, -Infinity, -Infinity]
  for (const p of line) {
    left = Math.min(left, p.x)
    right = Math.max(right, p.x)
    top = Math.min(top, p.y)
    low = Math.max(low, p.y)
  }
  return { x: left - margin, y: top - margin, w: right - left + 2 * margin, h: low - top + 2 * margin }
}
