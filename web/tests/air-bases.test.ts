// What the sign of an air base tells of its Active aircraft, with and without fog.

import { expect, test } from 'vitest'
import type { AirView } from '../src/game/api-types'
import { aircraftAloft, airBases, baseCount, baseTitle } from '../src/map/air-bases'

const base = (hex: number, side: string, active: number | null) => ({ hex, side, level: 1, usable: 1, limit: 5, active, inactive: null, refitted: null, gliders: null, level_price: 0, refit: null, ships: [] as string[] })
const plane = (hex: number, side: string, active: boolean, from = -1) =>
  ({ id: `${side}-${hex}`, side, name: 'x', nation: 'x', types: ['F'], hex, active, reduced: false, base: from, flown: null }) as unknown as AirView['planes'][number]

test('a game without aircraft has no bases', () => expect(airBases({})).toEqual([]))

test('a known count is told, and none is left out', () => {
  const air = { bases: [base(1, 'axis', 3), base(2, 'axis', 0)], planes: [], mission: null, patrol: 10, plans: [], tasks: [], patrols: [], slowed: null, stations: false }
  expect(airBases({ air }).map((b) => b.active)).toEqual(['3', ''])
})

test('fog: one Active aircraft that is seen tells of some, not how many; on a mission or of the other side, of none', () => {
  const bases = [base(1, 'soviet', null), base(2, 'soviet', null), base(3, 'soviet', null), base(4, 'soviet', null)]
  const planes = [plane(1, 'soviet', true), plane(2, 'soviet', true, 9), plane(3, 'axis', true), plane(4, 'soviet', false)]
  expect(airBases({ air: { bases, planes, mission: null, patrol: 10, plans: [], tasks: [], patrols: [], slowed: null, stations: false } }).map((b) => b.active)).toEqual(['+', '', '', ''])
})

test('aircraft in the air are counted over each hex, each side beside the other', () => {
  const planes = [plane(1, 'axis', true, 9), plane(1, 'axis', true, 8), plane(1, 'soviet', true), plane(2, 'soviet', true, 7), plane(3, 'axis', true), plane(-1, 'axis', true, 9)]
  const air = { bases: [base(3, 'axis', 1), base(1, 'axis', 0)], planes, mission: null, patrol: 10, plans: [], tasks: [], patrols: [], slowed: null, stations: false }
  expect(aircraftAloft({ air }).map(({ hex, side, count, beside }) => [hex, side, count, beside])).toEqual([[1, 'axis', 2, -1], [1, 'soviet', 1, 1], [2, 'soviet', 1, 0]])
  expect(aircraftAloft({})).toEqual([])
})

test('carriers are called by their names, and count all aircraft that they hold', () => {
  const sea = { ships: [{ id: 'cv', name: 'Ark Royal' }] } as unknown as NonNullable<Parameters<typeof baseTitle>[0]['sea']>
  const cv = { ...base(4, 'axis', 2), level: 0, limit: 5, inactive: 1 as number | null, ships: ['cv', 'x'] }
  expect(baseTitle({ sea }, cv)).toBe('Aircraft of Ark Royal and x')
  expect([baseTitle({}, base(1, 'axis', 1)), baseTitle({}, { level: 0, ships: [] })]).toEqual(['Air base, Level 1', 'Air strip'])
  expect([baseCount(cv), baseCount(base(1, 'axis', 3)), baseCount(base(1, 'axis', null))]).toEqual([': 2 Active, 1 Inactive, at most 5 in all', ': 3 of at most 5 Active', ''])
  const air = { bases: [cv], planes: [], mission: null, patrol: 10, plans: [], tasks: [], patrols: [], slowed: null, stations: false }
  expect(airBases({ air }).map((b) => b.afloat)).toEqual([true])
})
