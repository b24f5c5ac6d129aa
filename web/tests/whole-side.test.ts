import { describe, expect, it } from 'vitest'
import type { GroundView, RailNetView, ServedView, SupplyNet } from '../src/game/api-types'
import { clearLayers, countOn, LAYER_GROUPS, NO_LAYERS, shownLayers } from '../src/game/overlay/layers'
import { frontLaid, sinceThen, victoryFlags } from '../src/game/overlay/forces'
import { groundLaid, groundLooks, narrowed, outLetters, railLaid, supplyLaid } from '../src/game/overlay/whole-side'
import { fitOf, lies, toSmall, toWorld } from '../src/map/small-map'
import { silhouettePath, statesOf } from '../src/map/silhouette'
import { Grid, R } from '../src/map/geometry'
import type { GameInfo, LogLine, Unit, View } from '../src/game/types'
import { board } from './board'

const grid = new Grid(8, 8, 'even')
const served = (unit: string, hex: number, by: number[], traces = true, stop = -1): ServedView => ({ unit, hex, by, traces, pays: by.length > 0, marked: false, stop, text: [] })
const net: SupplyNet = {
  side: 'axis',
  sources: [
    { hq: '', hex: 1, tokens: 8, serves: [1, 2, 3], text: '' },
    { hq: 'hq', hex: 9, tokens: 8, serves: [3, 9, 10], text: '' },
    { hq: 'idle', hex: 30, tokens: 0, serves: [], text: 'Idle draws from no dump' }
  ],
  units: [served('fed', 3, [0, 1]), served('far', 40, [], false, 12), served('poor', 40, []), served('cut', 50, [0], false)],
  traced: [1, 2]
}

describe('the supply of a whole side', () => {
  it('marks who is out by letters, those of all units of a hex together', () => {
    expect(net.units.map(outLetters)).toEqual(['', 'TS', 'S', 'T'])
    const texts = supplyLaid(net, null, grid).tints.filter((t) => t.text).map((t) => [t.hex, t.text])
    expect(texts).toEqual([[9, 'HQ'], [30, 'HQ!'], [40, 'TS!'], [50, 'T!']])
  })

  it('shows all that is served, dumps apart from throws', () => {
    const [thrown, drawn] = supplyLaid(net, null, grid).areas
    expect([thrown!.hexes, drawn!.hexes]).toEqual([[3, 9, 10], [1, 2]])
    expect(thrown!.pattern).not.toBe(drawn!.pattern)
  })

  it('is narrowed by what is picked to what it serves or what serves it', () => {
    expect(narrowed(net, null, [])).toBeNull()
    expect(narrowed(net, 3, ['fed'])).toEqual({ sources: [0, 1], unit: net.units[0] })
    expect(narrowed(net, 9, ['hq'])).toEqual({ sources: [1], unit: null })
    expect(narrowed(net, 1, [])).toEqual({ sources: [0], unit: null })
    expect(narrowed(net, 60, [])).toBeNull()
    const far = supplyLaid(net, narrowed(net, 40, ['far']), grid)
    expect(far.areas.every((a) => !a.hexes.length)).toBe(true)
    expect(far.tints.some((t) => t.hex === 12)).toBe(true)
  })
})

describe('the rail net', () => {
  const railway: RailNetView = {
    side: 'axis', stations: [2], open: [0, 1, 2], traced: [0, 1, 2, 3], shut: [{ reason: 'rail.zoc', text: 'in an enemy ZOC', hexes: [3, 4] }], sources: [0, 9], closed: [9], entries: [0, 16],
    left: '2', cap: '3', rides: true, gauge: ''
  }
  const laid = railLaid(railway, board({ paths: [{ kind: 'railroad', name: '', hexes: [0, 1, 2, 3, 4], multi: false }, { kind: 'road', name: '', hexes: [5, 6], multi: false }] as never }))

  it('is told apart by what a side may do there, each stretch as its worse end', () => {
    expect(laid.lines.map((l) => l.rail)).toEqual([[0, 1, 2], [2, 3], [3, 4]])
    expect(new Set(laid.lines.map((l) => JSON.stringify(l.dash ?? []))).size).toBe(3)
  })

  it('has stations, sources open and shut, and entries', () => {
    expect(laid.flags.map((f) => [f.hex, f.shape, !!f.crossed])).toEqual([[2, 'station', false], [0, 'source', false], [9, 'source', true], [16, 'entry', false]])
  })
})

describe('what the ground costs', () => {
  const ground: GroundView = {
    mobility: 'truck', unit: '', levels: [{ mp: '1', terrains: ['open'] }, { mp: '2', terrains: ['woods'] }, { mp: 'prohibited', terrains: ['swamp'] }], hexes: '0010120000',
    sides: [{ hex: 1, direction: 2, mp: '3' }, { hex: 4, direction: 1, mp: 'prohibited' }], paths: []
  }

  it('is an area with a number for each cost, and no two have the same pattern and strength', () => {
    const laid = groundLaid(ground)
    expect(laid.areas.map((a) => [a.label, a.hexes])).toEqual([['1', [0, 1, 3, 6, 7, 8, 9]], ['2', [2, 4]], ['✕', [5]]])
    const looks = groundLooks(ground).map((l) => `${l.pattern} ${l.alpha}`)
    expect(new Set(looks).size).toBe(looks.length)
    expect(laid.sides.map((s) => [s.label, s.double])).toEqual([['+3', false], ['✕', true]])
  })
})

describe('where the sides stand', () => {
  const unit = (id: string, hex: number) => ({ id, hex, side: 'axis', counter: { id } }) as unknown as Unit
  const view = (seq: number, units: Unit[]) => ({ seq, units, stacks: [], control: { 5: 'axis', 6: 'soviet' } }) as unknown as View

  it('tells what has moved, come and gone since then, by the way that the log tells', () => {
    const log = [{ n: 7, type: 'UnitMoved', units: ['a'], hexes: [1, 2] }, { n: 9, type: 'UnitMoved', units: ['a'], hexes: [2, 3] }, { n: 2, type: 'UnitMoved', units: ['b'], hexes: [30, 31] }] as unknown as LogLine[]
    const since = sinceThen(view(5, [unit('a', 1), unit('b', 10), unit('c', 20), unit('d', 4), unit('e', -1)]), view(9, [unit('a', 3), unit('b', 12), unit('d', 4), unit('e', 8)]), log)
    expect(since.moved.map((m) => [m.unit.id, m.from, m.to])).toEqual([['a', 1, 3], ['b', 10, 12]])
    expect(since.trails.map((t) => t.hexes)).toEqual([[1, 2, 3], [10, 12]])
    expect([since.appeared.map((u) => u.id), since.gone.map((g) => g.unit.id)]).toEqual([['e'], ['c']])
    expect(since.ghosts.map((g) => [g.unit.id, g.hex])).toEqual([['a', 1], ['b', 10], ['c', 20]])
  })

  it('flags victory places: full for one side, hollow for the other, crossed for nobody', () => {
    const info = { victory: { hexes: [{ hex: 5, points: 3, name: 'A' }, { hex: 6, points: 4, name: 'B' }, { hex: 7, points: 1, name: 'C' }] }, sides: [{ id: 'axis' }, { id: 'soviet' }] } as unknown as GameInfo
    expect(victoryFlags(view(1, []), info, (s) => s).map((f) => [f.hex, f.text, f.ink, f.full, f.crossed])).toMatchObject([[5, '3', 'axis', true, false], [6, '4', 'soviet', false, false], [7, '1', {}, false, true]].map(([h, t, i, f, c]) => [h, t, typeof i === 'string' ? i : expect.any(String), f, c]))
  })

  it('draws the front twice, one line for each side, of which one is dashed', () => {
    const stacks = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((row) => [{ hex: grid.index(3, row), side: 'axis', combat: true }, { hex: grid.index(6, row), side: 'soviet', combat: true }, { hex: grid.index(8, row), side: 'axis', combat: false }])
    const lines = frontLaid({ stacks } as unknown as View, grid, ['axis', 'soviet'], (s) => s)
    expect(lines.map((l) => [l.ink, !!l.dash])).toEqual([['axis', false], ['soviet', true]])
    expect(lines[0]!.points![5]!.x).toBeLessThan(lines[1]!.points![5]!.x)
  })
})

describe('the menu of layers', () => {
  it('offers every layer once, and clears all but the small map', () => {
    const named = LAYER_GROUPS.flatMap((g) => g.entries.map((e) => e.layer))
    expect([...named].sort()).toEqual(Object.keys(NO_LAYERS).filter((k) => k !== 'highlight').sort())
    const layers = { ...NO_LAYERS, reach: true, minimap: true, highlight: 'dg' as const }
    expect([countOn(layers), shownLayers(layers)]).toEqual([2, ['reach']])
    clearLayers(layers)
    expect(layers).toEqual({ ...NO_LAYERS, minimap: true })
  })
})

describe('the small map and silhouettes', () => {
  it('lies over the hexes in the lower right corner only, a hex and its margin wide', () => {
    const fit = fitOf({ x: 0, y: 0, w: 1000, h: 500 }, 216, 168) // 216 x 108
    const over = (x: number, y: number) => lies({ width: 800, height: 600 }, fit, { x, y }, 1)
    expect([over(700, 550), over(400, 550), over(700, 300), over(400, 300)]).toEqual([true, false, false, false])
    const edge = 800 - 216 - 10 - R
    expect([over(edge + 1, 550), over(edge, 550)]).toEqual([true, false])
  })

  it('keeps the shape of the sheet, and leads back to where a point came from', () => {
    const fit = fitOf({ x: -26, y: -26, w: 1000, h: 500 }, 200, 200)
    expect([fit.width, fit.height]).toEqual([200, 100])
    const back = toWorld(fit, toSmall(fit, { x: 321, y: 123 }))
    expect([back.x, back.y].map(Math.round)).toEqual([321, 123])
  })

  it('mark a state that any unit of the stack is in', () => {
    const units = [{ marker: 'dg' }, { marker: '', out_of_supply: true }, { marker: '' }] as unknown as Unit[]
    expect(statesOf(units)).toEqual({ out: true, reserve: false, dg: true })
    expect(statesOf([units[2]!])).toEqual({ out: false, reserve: false, dg: false })
  })

  it('have another outline for each side', () => {
    const drawn = (seat: number) => {
      const calls: string[] = []
      silhouettePath(new Proxy({}, { get: (_, name: string) => () => calls.push(name) }) as CanvasPath, seat)
      return calls.join(' ')
    }
    expect(drawn(0)).not.toBe(drawn(1))
    expect(drawn(0)).toBe(drawn(2))
  })
})
