// The front line between two sides. Every stack spreads its side's influence over the hexes around it, less with distance; the line
// runs where both are equally strong, and ends where one side is no longer near. It is a picture of what is seen, not a rule.

import type { Grid, Point } from './geometry'
import { between, chains, type Piece, smooth } from './outline'

const REACH = 5 // hexes
const SPREAD = 1.9 // hexes over which influence falls off
const HELD = 40 // in its own hex a stack outweighs all that is around it
const LEAST = 0.002 // influence below which a side is not near
const SHORTEST = 4 // crossings: a shorter line tells nothing

/** How strongly each of two sides is felt in each hex near its stacks. */
export function influence(grid: Grid, stacks: Iterable<number>): Map<number, number> {
  const found = new Map<number, number>()
  for (const start of stacks) {
    if (grid.boxes.has(start)) continue
    const seen = new Set([start])
    let ring = [start]
    for (let d = 0; d <= REACH && ring.length; d++) {
      const weight = d ? Math.exp(-((d / SPREAD) ** 2)) : HELD
      const next: number[] = []
      for (const h of ring) {
        found.set(h, (found.get(h) ?? 0) + weight)
        for (const n of grid.neighbours(h)) {
          if (seen.has(n)) continue
          seen.add(n)
          next.push(n)
        }
      }
      ring = next
    }
  }
  return found
}

/** The front between two sides' stacks, as smooth lines with the first side to their right. */
export function frontLines(grid: Grid, first: Iterable<number>, second: Iterable<number>): Point[][] {
  const [own, other] = [influence(grid, first), influence(grid, second)]
  const lean = (h: number): number | null => {
    const [a, b] = [own.get(h) ?? 0, other.get(h) ?? 0]
    if (a < LEAST && b < LEAST) return null
    return (a - b) / (a + b)
  }
  const near = (h: number) => (own.get(h) ?? 0) >= LEAST && (other.get(h) ?? 0) >= LEAST
  const pieces: Piece<string>[] = []
  const points = new Map<string, Point>()
  // every three hexes that meet in a corner are a triangle; where the lean changes its sign along two of its edges, the line crosses
  const cross = (a: number, b: number, la: number, lb: number): string => {
    const key = a < b ? `${a} ${b}` : `${b} ${a}`
    if (!points.has(key)) points.set(key, between(grid.center(a), grid.center(b), la / (la - lb)))
    return key
  }
  for (const h of new Set([...own.keys(), ...other.keys()])) {
    for (let d = 0; d < 6; d++) {
      const [n, m] = [grid.neighbour(h, d), grid.neighbour(h, (d + 1) % 6)]
      if (n < h || m < h) continue // each triangle once, from its lowest hex; -1 is lower, too
      const corners = [h, n, m] as const
      if (!corners.some(near)) continue
      const leans = corners.map(lean)
      if (leans.some((l) => l === null)) continue
      const piece = crossing(corners, leans as number[], cross)
      if (piece) pieces.push(piece)
    }
  }
  return chains(pieces).filter((line) => line.length >= SHORTEST).map((line) => smooth(line.map((key) => points.get(key)!), 3))
}

/** Where the line crosses a triangle of hexes given clockwise, directed so that the first side is to its right. */
function crossing(corners: readonly [number, number, number], leans: readonly number[], cross: (a: number, b: number, la: number, lb: number) => string): Piece<string> | null {
  const own = leans.map((l) => l >= 0)
  const count = own.filter(Boolean).length
  if (count === 0 || count === 3) return null
  const odd = own.indexOf(count === 1) // the corner that is alone
  const [next, last] = [(odd + 1) % 3, (odd + 2) % 3]
  const one = cross(corners[odd]!, corners[next]!, leans[odd]!, leans[next]!)
  const two = cross(corners[odd]!, corners[last]!, leans[odd]!, leans[last]!)
  return count === 1 ? { from: one, to: two } : { from: two, to: one }
}
