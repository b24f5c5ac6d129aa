import { expect, test } from 'vitest'
import { patrolsLaid, patrolsOf, rangeRings, slowedLaid } from '../src/game/overlay/air'
import type { AirView, PlaneView } from '../src/game/types'
import { Grid } from '../src/map/geometry'

const grid = new Grid(9, 5, 'even')
const hex = (name: string) => grid.parse(name)
const plane = (id: string, side: string, at: string, over: object = {}) => ({ id, side, hex: hex(at), base: -1, active: true, types: ['F'], face: { range: 3 }, ...over }) as unknown as PlaneView
const air = (patrols: object[]) =>
  ({
    bases: [{ hex: hex('02.02'), side: 'axis', active: 1 }, { hex: hex('08.04'), side: 'soviet', active: null }],
    planes: [],
    patrols,
    mission: null,
    patrol: 2
  }) as unknown as AirView

test('a hex from which fighters patrol has a zone around it', () => {
  const [axis, soviet] = patrolsOf(air([{ side: 'axis', hex: hex('02.02'), fighters: 1 }]), grid, ['axis', 'soviet'])
  expect(axis!.bases).toEqual([{ hex: hex('02.02'), fighters: 1, known: true }])
  expect(axis!.hexes).toContain(hex('04.02'))
  expect(axis!.hexes).not.toContain(hex('05.02'))
  expect(soviet).toEqual({ side: 'soviet', bases: [], hexes: [] })
})

test('of the enemy under fog at least the fighter on top is told', () => {
  const patrols = patrolsOf(air([{ side: 'soviet', hex: hex('08.04'), fighters: 1 }]), grid, ['axis', 'soviet'])
  expect(patrolsLaid(patrols, grid, () => '#000').tints.map((t) => t.text)).toEqual(['1F+'])
  const laid = patrolsLaid(patrols, grid, () => '#000')
  expect(laid.lines.length).toBeGreaterThan(0)
  expect(laid.areas.map((a) => a.hexes.length > 0)).toEqual([false, true])
})

test('rings lie at half the range, the range and twice the range', () => {
  expect(rangeRings(plane('f', 'axis', '05.03'), grid)).toHaveLength(3)
})

test('zones in which aircraft slow a side down are drawn for both sides, each with its marker', () => {
  const slowed = { name: 'Trainbusting Zone', effects: [], markers: [{ side: 'axis', hex: hex('03.03'), hexes: [hex('03.03'), ...grid.neighbours(hex('03.03'))] }, { side: 'soviet', hex: hex('07.03'), hexes: [hex('07.03')] }] }
  const laid = slowedLaid({ ...air([]), slowed } as unknown as AirView, grid, (side) => side)
  expect(laid.areas.map((a) => [a.ink, a.hexes.length])).toEqual([['axis', 7], ['soviet', 1]])
  expect(laid.tints.map((t) => [t.ink, t.hex, t.text])).toEqual([['axis', hex('03.03'), '+MP'], ['soviet', hex('07.03'), '+MP']])
  expect(laid.lines.length).toBe(2)
  expect(slowedLaid({ ...air([]), slowed: null } as unknown as AirView, grid, () => '').areas).toEqual([])
})
