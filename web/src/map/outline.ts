// Lines made of many short pieces: pieces joined end to end, corners cut off, a line beside another.

import type { Grid, Point } from './geometry'

export interface Piece<K> {
  from: K
  to: K
}

/** Joins directed pieces into as few lines as possible; each key begins at most one piece. A closed line ends where it begins. */
export function chains<K>(pieces: readonly Piece<K>[]): K[][] {
  const next = new Map(pieces.map((p) => [p.from, p.to] as const))
  const ends = new Set(pieces.map((p) => p.to))
  const starts = [...next.keys()].filter((k) => !ends.has(k))
  const lines: K[][] = []
  const follow = (start: K) => {
    const line = [start]
    for (let at = next.get(start); at !== undefined; at = next.get(at)) {
      next.delete(line.at(-1)!)
      line.push(at)
      if (at === start) break
    }
    next.delete(line.at(-1)!)
    lines.push(line)
  }
  for (const start of starts) follow(start)
  while (next.size) follow(next.keys().next().value as K)
  return lines
}

/** The line with its corners cut off, `times` over (Chaikin); ends stay, a closed line stays closed. */
export function smooth(points: readonly Point[], times = 2): Point[] {
  let line = [...points]
  const closed = line.length > 3 && same(line[0]!, line.at(-1)!)
  for (let t = 0; t < times; t++) {
    const cut: Point[] = []
    for (let i = 0; i + 1 < line.length; i++) {
      const [a, b] = [line[i]!, line[i + 1]!]
      if (closed || i) cut.push(between(a, b, 0.25))
      if (closed || i + 2 < line.length) cut.push(between(a, b, 0.75))
    }
    line = closed ? [...cut, cut[0]!] : [line[0]!, ...cut, line.at(-1)!]
  }
  return line
}

export const between = (a: Point, b: Point, t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t })
const same = (a: Point, b: Point) => Math.abs(a.x - b.x) < 1e-6 && Math.abs(a.y - b.y) < 1e-6

/** The line moved sideways: to the right of its direction, in a picture whose y grows downward. */
export function beside(points: readonly Point[], by: number): Point[] {
  return points.map((p, i) => {
    const a = points[Math.max(0, i - 1)]!
    const b = points[Math.min(points.length - 1, i + 1)]!
    const far = Math.hypot(b.x - a.x, b.y - a.y) || 1
    return { x: p.x - ((b.y - a.y) / far) * by, y: p.y + ((b.x - a.x) / far) * by }
  })
}

/** The border of a set of hexes: closed lines along hexsides, with the set to their right. */
export function outlines(grid: Grid, hexes: ReadonlySet<number>): Point[][] {
  const pieces: Piece<string>[] = []
  const points = new Map<string, Point>()
  for (const h of hexes) {
    if (grid.boxes.has(h)) continue
    for (let d = 0; d < 6; d++) {
      if (hexes.has(grid.neighbour(h, d))) continue
      // where two parts of the set touch in one corner, each corner belongs to the hex that lies at it
      const [a, b] = [grid.cornerKey(h, d), grid.cornerKey(h, d + 1)]
      const [from, to] = [`${a}${alone(grid, hexes, h, d) ? `/${h}` : ''}`, `${b}${alone(grid, hexes, h, d + 1) ? `/${h}` : ''}`]
      points.set(from, grid.corner(h, d))
      points.set(to, grid.corner(h, d + 1))
      pieces.push({ from, to })
    }
  }
  return chains(pieces).map((line) => line.map((key) => points.get(key)!))
}

/** Whether both neighbours of a hex at its corner are outside the set: then the border passes from one side of the hex to the next. */
const alone = (grid: Grid, hexes: ReadonlySet<number>, h: number, corner: number) =>
  !hexes.has(grid.neighbour(h, corner % 6)) && !hexes.has(grid.neighbour(h, (corner + 5) % 6))
