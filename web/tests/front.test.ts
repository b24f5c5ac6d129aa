import { describe, expect, it } from 'vitest'
import { frontLines } from '../src/map/front'
import { Grid, type Point } from '../src/map/geometry'
import { beside, chains, outlines, smooth } from '../src/map/outline'

const grid = new Grid(20, 12, 'even')
const column = (c: number, rows = 12) => Array.from({ length: rows }, (_, r) => grid.index(c, r + 1))
/** Twice the area that a closed line goes round; positive if it is clockwise in the picture. */
const area = (line: readonly Point[]) => line.slice(1).reduce((sum, p, i) => sum + line[i]!.x * p.y - p.x * line[i]!.y, 0)

describe('lines of short pieces', () => {
  it('are joined end to end, open lines from their beginning, closed ones back to it', () => {
    expect(chains([{ from: 2, to: 3 }, { from: 1, to: 2 }, { from: 8, to: 7 }, { from: 7, to: 8 }])).toEqual([[1, 2, 3], [8, 7, 8]])
    expect(chains([])).toEqual([])
  })

  it('lose their corners but not their ends', () => {
    const line = smooth([{ x: 0, y: 0 }, { x: 8, y: 0 }, { x: 8, y: 8 }], 1)
    expect(line).toEqual([{ x: 0, y: 0 }, { x: 6, y: 0 }, { x: 8, y: 2 }, { x: 8, y: 8 }])
    const ring = smooth([{ x: 0, y: 0 }, { x: 4, y: 0 }, { x: 4, y: 4 }, { x: 0, y: 0 }], 2)
    expect(ring[0]).toEqual(ring.at(-1))
  })

  it('are accompanied on their right', () => {
    expect(beside([{ x: 0, y: 0 }, { x: 10, y: 0 }], 3)).toEqual([{ x: 0, y: 3 }, { x: 10, y: 3 }])
  })

  it('go round a set of hexes once for each part and each hole', () => {
    const one = outlines(grid, new Set([grid.index(5, 5)]))
    expect(one.map((l) => l.length)).toEqual([7])
    expect(area(one[0]!)).toBeGreaterThan(0)
    const middle = grid.index(8, 6)
    const ring = outlines(grid, new Set(grid.neighbours(middle)))
    expect(ring.map((l) => l.length - 1).sort((a, b) => a - b)).toEqual([6, 18])
    const apart = outlines(grid, new Set([grid.index(3, 3), grid.index(10, 9)]))
    expect(apart).toHaveLength(2)
  })
})

describe('the front line', () => {
  it('runs between the two sides from one edge of the map to the other', () => {
    const lines = frontLines(grid, column(6), column(11))
    expect(lines).toHaveLength(1)
    const [left, right] = [grid.center(grid.index(6, 6)).x, grid.center(grid.index(11, 6)).x]
    for (const p of lines[0]!) {
      expect(p.x).toBeGreaterThan(left)
      expect(p.x).toBeLessThan(right)
    }
    const ys = lines[0]!.map((p) => p.y)
    expect(Math.max(...ys) - Math.min(...ys)).toBeGreaterThan(0.8 * grid.bounds.h)
  })

  it('has the first side on its right', () => {
    const [line] = frontLines(grid, column(6), column(11))
    const moved = beside(line!, 30)
    expect(moved[Math.floor(moved.length / 2)]!.x).toBeLessThan(line![Math.floor(line!.length / 2)]!.x)
  })

  it('goes round a stack that is encircled, and leaves it its hex', () => {
    const alone = grid.index(10, 6)
    const around = grid.neighbours(alone).flatMap((n) => grid.neighbours(n)).filter((h) => grid.distance(h, alone) === 2)
    const lines = frontLines(grid, [alone], around)
    expect(lines).toHaveLength(1)
    expect(lines[0]![0]).toEqual(lines[0]!.at(-1))
    expect(area(lines[0]!)).toBeGreaterThan(0)
  })

  it('ends where the sides are far from each other', () => {
    expect(frontLines(grid, column(1), column(20))).toEqual([])
    expect(frontLines(grid, column(3), [])).toEqual([])
    const [line] = frontLines(grid, column(6, 4), column(8))
    const ys = line!.map((p) => p.y)
    expect(Math.min(...ys)).toBeGreaterThan(grid.center(grid.index(6, 11)).y)
  })
})
