import { expect, test } from 'vitest'
import { patrolsLaid, patrolsOf, rangeRings } from '../src/game/overlay/air'
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
