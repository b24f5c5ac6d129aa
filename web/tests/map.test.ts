import { describe, expect, it } from 'vitest'
import { contours, makeField, sample } from '../src/map/contour'
import { Grid, type Point } from '../src/map/geometry'
import { chainSides, buildStreams, WATER } from '../src/map/rivers'
import { noise, NoiseSheet } from '../src/map/noise'
import { stretchesOf } from '../src/map/rails'
import { buildBridges, buildWays, crossing } from '../src/map/roads'
import { buildGround, marksIn } from '../src/map/terrain'
import { board } from './board'

const gridOf = (b: ReturnType<typeof board>) => new Grid(b.columns, b.rows, b.raised)
const gap = (a: Point, b: Point) => Math.hypot(a.x - b.x, a.y - b.y)

describe('contours', () => {
  it('close round what is above the level', () => {
    const field = makeField(0, 0, 200, 200, 10)
    for (let j = 0; j < field.ny; j++) for (let i = 0; i < field.nx; i++) field.values[j * field.nx + i] = 1 - Math.hypot(i - 10, j - 10) / 10
    const loops = contours(field, 0.5)
    expect(loops).toHaveLength(1)
    for (const p of loops[0]!) expect(gap(p, { x: 100, y: 100 })).toBeCloseTo(50, -1)
    expect(sample(field, 100, 100)).toBeCloseTo(1)
  })

  it('go round holes too, and along the border', () => {
    const field = makeField(0, 0, 100, 100, 10)
    field.values.fill(1)
    field.values[5 * field.nx + 5] = 0
    expect(contours(field, 0.5)).toHaveLength(2)
  })
})

describe('woods', () => {
  const b = board()
  const grid = gridOf(b)
  for (const [c, r] of [[3, 3], [3, 4], [4, 3]] as const) b.terrain[grid.index(c, r)] = 1
  const ground = buildGround(b, grid, grid.bounds)
  const woods = ground.covers.get('woods')!

  it('of neighbouring hexes grow together into one', () => {
    expect(woods.loops).toHaveLength(1)
  })

  it('cover the middles of their hexes and of no others', () => {
    for (let h = 0; h < grid.size; h++) {
      const c = grid.center(h)
      if (b.terrain[h] === 1) expect(sample(woods.field, c.x, c.y)).toBeGreaterThan(0.5)
      else expect(sample(woods.field, c.x, c.y)).toBeLessThan(0.5)
    }
  })

  it('have their trees inside, the same ones in whatever parts they are looked at', () => {
    const all = [...marksIn(ground, ground.sheet)]
    expect(all.length).toBeGreaterThan(50)
    for (const tree of all) expect(sample(woods.field, tree.x, tree.y)).toBeGreaterThan(0.5)
    const again = buildGround(b, grid, grid.bounds)
    const parts = new Set<string>()
    for (let y = -300; y < ground.sheet.h; y += 90) for (let x = -300; x < ground.sheet.w; x += 90)
      for (const tree of marksIn(again, { x, y, w: 90, h: 90 })) parts.add(JSON.stringify(tree))
    expect(parts).toEqual(new Set(all.map((tree) => JSON.stringify(tree))))
  })
})

describe('noise', () => {
  it('of a sheet is the plain noise', () => {
    const sheet = new NoiseSheet({ x: -26, y: -26, w: 400, h: 300 }, 19, 12)
    for (let y = -26; y <= 274; y += 7.5) for (let x = -26; x <= 374; x += 7.5) expect(sheet.at(x, y)).toBe(noise(x / 19, y / 19, 12))
  })
})

describe('rivers', () => {
  // down a column of hexsides, and a tributary that joins it
  const main: [number, number][] = []
  const grid = new Grid(8, 8, 'even')
  for (let r = 8; r >= 3; r--) main.push([grid.index(3, r), 1], [grid.index(3, r), 2])
  const side: [number, number][] = [[grid.index(5, 5), 5], [grid.index(4, 4), 0]]
  const b = board({ hexsides: [{ kind: 'major_river', name: 'Main', sides: main }, { kind: 'minor_river', name: 'Side', sides: side }] })

  it('are chained from hexsides, each once', () => {
    const chains = chainSides(b, grid, WATER)
    const sides = chains.reduce((sum, c) => sum + c.corners.length - 1, 0)
    expect(sides).toBe(main.length + side.length)
    expect(chains.map((c) => c.name)).toEqual(['Main', 'Side'])
  })

  it('are one unbroken line near their corners', () => {
    const [stream] = buildStreams(b, grid, grid.bounds)
    for (let i = 1; i < stream!.points.length; i++) expect(gap(stream!.points[i]!, stream!.points[i - 1]!)).toBeLessThan(40)
    for (const [h, d] of main) {
      const middle = grid.side(h, d)
      expect(Math.min(...stream!.points.map((p) => gap(p, middle)))).toBeLessThan(10)
    }
  })

  it('meet: a tributary ends on the line that it joins', () => {
    const shared = board({ hexsides: [{ kind: 'major_river', name: 'Main', sides: main }, { kind: 'minor_river', name: 'Side', sides: [[grid.index(4, 4), 0], [grid.index(4, 4), 5]] }] })
    const [one, two] = buildStreams(shared, grid, grid.bounds)
    const ends = [two!.points[0]!, two!.points.at(-1)!]
    const nearest = Math.min(...ends.map((e) => Math.min(...one!.points.map((p) => gap(p, e)))))
    expect(nearest).toBeLessThan(0.01)
  })

  it('rise at a spring, which is the thin end', () => {
    const chain = buildStreams(board({ hexsides: [{ kind: 'minor_river', name: 'Brook', sides: [[grid.index(4, 4), 1], [grid.index(4, 4), 2]] }] }), grid, grid.bounds)
    expect(chain[0]!.source).toBe(true)
  })
})

describe('hexsides of open water', () => {
  const grid = new Grid(8, 8, 'even')
  const [land, other] = [grid.index(4, 4), grid.index(6, 6)]
  const water = Array<number>(64).fill(0)
  water[grid.index(3, 4)] = 2
  const palette = [['open'], ['woods'], ['sea']]

  it('are drawn between hexes of land, and not along a coast', () => {
    const sides: [number, number][] = [0, 1, 2, 3, 4, 5].map((d) => [land, d])
    const coast = sides.filter(([h, d]) => grid.neighbour(h, d) === grid.index(3, 4))
    expect(coast).toHaveLength(1)
    for (const kind of ['sea_or_lake', 'sea', 'estuary']) {
      const chains = chainSides(board({ palette, terrain: water, hexsides: [{ kind, name: 'Sound', sides }] }), grid, WATER)
      expect(chains.reduce((sum, c) => sum + c.corners.length - 1, 0)).toBe(5)
    }
    const river = chainSides(board({ palette, terrain: water, hexsides: [{ kind: 'minor_river', name: 'R', sides }] }), grid, WATER)
    expect(river.reduce((sum, c) => sum + c.corners.length - 1, 0)).toBe(6)
  })

  it('and rivers flow into the water at their end, which is no spring', () => {
    const touching = [0, 1, 2, 3, 4, 5].map((d) => [land, d] as [number, number]).filter(([h, d]) => grid.neighbour(h, d) !== grid.index(3, 4))
    const one = touching.find(([h, d]) => [d, d + 1].some((k) => [0, 1, 2, 3, 4, 5].some((c) => grid.cornerKey(grid.index(3, 4), c) === grid.cornerKey(h, k))))!
    for (const kind of ['sea', 'minor_river']) {
      const [stream] = buildStreams(board({ palette, terrain: water, hexsides: [{ kind, name: 'S', sides: [one] }] }), grid, grid.bounds)
      const ends = [stream!.points[0]!, stream!.points.at(-1)!].map((p) => gap(p, grid.center(grid.index(3, 4))))
      expect(Math.min(...ends)).toBeLessThan(30)
      if (stream!.source) expect(ends[0]).toBeGreaterThan(ends[1]!)
    }
    const [inland] = buildStreams(board({ palette, terrain: water, hexsides: [{ kind: 'minor_river', name: 'S', sides: [[other, 0]] }] }), grid, grid.bounds)
    expect(inland!.source).toBe(true)
  })
})

describe('ways', () => {
  const grid = new Grid(8, 8, 'even')
  const chain = [2, 3, 4, 5].map((c) => grid.index(c, 4))
  it('run through the hexes that they join', () => {
    const [way] = buildWays(board({ paths: [{ kind: 'road', name: 'R', hexes: chain, multi: false }] }), grid, grid.bounds)
    for (const h of chain) expect(Math.min(...way!.points.map((p) => gap(p, grid.center(h))))).toBeLessThan(16)
  })

  it('draw a shared stretch once', () => {
    const ways = buildWays(board({ paths: [{ kind: 'road', name: 'A', hexes: chain, multi: false }, { kind: 'road', name: 'B', hexes: [...chain].reverse(), multi: false }] }), grid, grid.bounds)
    expect(ways).toHaveLength(1)
  })

  it('cross rivers on bridges, tracks do not', () => {
    const hexsides = [{ kind: 'minor_river', name: 'X', sides: [[grid.index(3, 4), 1], [grid.index(3, 4), 2], [grid.index(3, 3), 1], [grid.index(3, 5), 2]] as [number, number][] }]
    for (const [kind, bridges] of [['road', 1], ['track', 0]] as const) {
      const b = board({ hexsides, paths: [{ kind, name: 'R', hexes: chain, multi: false }] })
      expect(buildBridges(buildWays(b, grid, grid.bounds), buildStreams(b, grid, grid.bounds))).toHaveLength(bridges)
    }
  })

  it('cross where segments do', () => {
    expect(crossing({ x: 0, y: 0 }, { x: 2, y: 2 }, { x: 0, y: 2 }, { x: 2, y: 0 })).toEqual({ x: 1, y: 1 })
    expect(crossing({ x: 0, y: 0 }, { x: 1, y: 0 }, { x: 0, y: 1 }, { x: 1, y: 1 })).toBeNull()
    expect(crossing({ x: 0, y: 0 }, { x: 1, y: 1 }, { x: 3, y: 0 }, { x: 0, y: 3 })).toBeNull()
  })
})

describe('railroads', () => {
  const b = board({ paths: [
    { kind: 'railroad', name: 'Main', hexes: [2, 10, 18, 26].map((h) => h + 8), multi: true },
    { kind: 'railroad', name: 'Branch', hexes: [18, 26, 35].map((h) => h + 8), multi: false }
  ] })
  const grid = gridOf(b)
  const ways = buildWays(b, grid, grid.bounds)

  it('know the hexes of their points, and more than one track', () => {
    const [main, branch] = ways
    expect([main!.multi, branch!.multi]).toEqual([true, false])
    expect(main!.nodes).toEqual([10, 18, 26, 34])
    expect(branch!.nodes, 'the step that both have is drawn as multi-track').toEqual([34, 43])
    for (const way of ways) expect((way.points.length - 1) % (way.nodes.length - 1)).toBe(0)
  })

  it('are cut where the gauge changes, without a gap', () => {
    const parts = stretchesOf(ways[0]!, (h) => h >= 26)
    expect(parts.map((p) => p.other)).toEqual([false, true])
    expect(parts.every((p) => p.multi)).toBe(true)
    expect(gap(parts[0]!.points.at(-1)!, parts[1]!.points[0]!)).toBe(0)
    expect(parts[0]!.points.length + parts[1]!.points.length).toBe(ways[0]!.points.length + 1)
    expect(stretchesOf(ways[0]!, () => false)).toHaveLength(1)
  })
})
