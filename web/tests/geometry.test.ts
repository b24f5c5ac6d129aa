import { describe, expect, it } from 'vitest'
import { Camera } from '../src/map/camera'
import { boxesInPlay, Grid, H, R } from '../src/map/geometry'

const boards = [new Grid(7, 6, 'even'), new Grid(8, 5, 'odd', 'B')]

describe('hexes', () => {
  it('are named column.row, rows counted upward', () => {
    const grid = boards[0]!
    expect(grid.name(grid.index(3, 2))).toBe('03.02')
    expect(grid.index(3, 2)).toBe(2 * 6 + 1)
    expect(grid.center(grid.index(3, 2)).y - grid.center(grid.index(3, 3)).y).toBeCloseTo(2 * H)
    expect(boards[1]!.name(0)).toBe('B01.01')
  })

  it('are found by name, and only on the map', () => {
    expect(boards[0]!.parse('03.02')).toBe(boards[0]!.index(3, 2))
    expect(boards[1]!.parse('B08.05')).toBe(boards[1]!.size - 1)
    expect(boards[0]!.parse('08.01')).toBe(-1)
    expect(boards[0]!.parse('Yelnya')).toBe(-1)
  })

  it('stand half a hex higher in raised columns', () => {
    const even = boards[0]!
    expect(even.neighbour(even.index(3, 3), 1)).toBe(even.index(4, 3))
    expect(even.neighbour(even.index(4, 3), 1)).toBe(even.index(5, 4))
    const odd = boards[1]!
    expect(odd.neighbour(odd.index(3, 3), 1)).toBe(odd.index(4, 4))
    expect(odd.neighbour(odd.index(4, 3), 1)).toBe(odd.index(5, 3))
  })

  it.each(boards)('have neighbours at equal distance that lead back (%#)', (grid) => {
    for (let h = 0; h < grid.size; h++) {
      for (let d = 0; d < 6; d++) {
        const n = grid.neighbour(h, d)
        if (n < 0) continue
        expect(grid.neighbour(n, (d + 3) % 6)).toBe(h)
        expect(grid.distance(h, n)).toBe(1)
        const a = grid.center(h)
        const b = grid.center(n)
        expect(Math.hypot(a.x - b.x, a.y - b.y)).toBeCloseTo(2 * H)
        expect(grid.direction(h, n)).toBe(d)
      }
    }
  })

  it.each(boards)('are found again from any place inside them (%#)', (grid) => {
    for (let h = 0; h < grid.size; h++) {
      const c = grid.center(h)
      expect(grid.at(c.x, c.y)).toBe(h)
      for (const p of grid.corners(h)) expect(grid.at(c.x + (p.x - c.x) * 0.97, c.y + (p.y - c.y) * 0.97)).toBe(h)
    }
    expect(grid.at(-R, -R)).toBe(-1)
  })

  it.each(boards)('share corners and hexsides with their neighbours (%#)', (grid) => {
    for (let h = 0; h < grid.size; h++) {
      for (let d = 0; d < 6; d++) {
        expect(grid.cornerOf(grid.cornerKey(h, d)).x).toBeCloseTo(grid.corner(h, d).x)
        expect(grid.cornerOf(grid.cornerKey(h, d)).y).toBeCloseTo(grid.corner(h, d).y)
        const n = grid.neighbour(h, d)
        if (n < 0) continue
        expect(grid.cornerKey(n, d + 4)).toBe(grid.cornerKey(h, d))
        expect(grid.side(n, (d + 3) % 6).x).toBeCloseTo(grid.side(h, d).x)
      }
    }
  })

  it('count distances across the map', () => {
    const grid = boards[0]!
    expect(grid.distance(grid.index(1, 1), grid.index(1, 5))).toBe(4)
    expect(grid.distance(grid.index(1, 1), grid.index(5, 3))).toBe(4)
    expect(grid.distance(grid.index(1, 1), grid.index(3, 5))).toBe(5)
  })
})

describe('the camera', () => {
  const camera = new Camera()
  camera.resize(800, 600)
  camera.over({ x: 0, y: 0, w: 2000, h: 1500 })

  it('goes from the world to the screen and back', () => {
    camera.look({ x: 700, y: 500 }, 1.3)
    const back = camera.toWorld(camera.toScreen({ x: 650, y: 420 }))
    expect(back.x).toBeCloseTo(650)
    expect(back.y).toBeCloseTo(420)
  })

  it('keeps the point under the pointer while it zooms', () => {
    camera.look({ x: 1000, y: 750 }, 1)
    const at = { x: 500, y: 260 }
    const before = camera.toWorld(at)
    camera.zoom(1.7, at)
    expect(camera.toWorld(at).x).toBeCloseTo(before.x)
    expect(camera.toWorld(at).y).toBeCloseTo(before.y)
  })

  it('never loses the sheet', () => {
    camera.pan(1e6, 1e6)
    expect(camera.window().x).toBeGreaterThanOrEqual(-31)
    camera.zoom(1e-6, { x: 0, y: 0 })
    expect(camera.scale).toBeCloseTo(camera.minScale)
    expect(camera.x).toBeCloseTo(1000)
  })
})

describe('holding boxes', () => {
  const grid = new Grid(8, 6, 'even', '', [
    { index: 48, hex: null, name: 'Rear', exits: [0, 1] },
    { index: 49, hex: null, name: 'Camp', exits: [0] },
    { index: 50, hex: null, name: 'East', exits: [47] },
    { index: 3, hex: 3, name: 'Inside' }
  ])

  it('stand beside the map near their exits, and apart', () => {
    expect([...grid.boxes.keys()]).toEqual([48, 49, 50])
    const [rear, camp, east] = [48, 49, 50].map((h) => grid.center(h))
    expect(rear!.x).toBeLessThan(0)
    expect(east!.x).toBeGreaterThan(grid.bounds.w)
    expect(Math.abs(rear!.y - camp!.y)).toBeGreaterThan(118)
  })

  it('are found by a click, have their names and no neighbours', () => {
    for (const h of grid.boxes.keys()) {
      const { x, y } = grid.center(h)
      expect(grid.at(x, y)).toBe(h)
      expect(grid.neighbours(h)).toEqual([])
    }
    expect(grid.name(48)).toBe('Rear')
    expect(grid.extent.w).toBeGreaterThan(grid.bounds.w + 300)
  })

  it('are as far as where they would lie, or far from everything', () => {
    const odd = new Grid(8, 6, 'even', '', [{ index: 48, hex: null, name: 'Attica', at: [-12, 1] }, { index: 49, hex: null, name: 'Nowhere' }])
    expect([odd.distance(48, odd.index(3, 1)), odd.distance(odd.index(5, 1), 48), odd.distance(48, 48)]).toEqual([15, 17, 0])
    expect([odd.distance(49, 0), odd.distance(49, 49)]).toEqual([Infinity, 0])
  })
})

it('draws no box off the map that the scenario leaves out', () => {
  const boxes = [{ index: 48, hex: null }, { index: 49, hex: null }, { index: 50, hex: 7 }]
  expect(boxesInPlay(boxes, [{ hex: 49, exits: [3] }])).toEqual([{ index: 49, hex: null, exits: [3] }, { index: 50, hex: 7, exits: [] }])
})
