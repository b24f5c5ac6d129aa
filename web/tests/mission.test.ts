import { expect, test } from 'vitest'
import type { AirView, PlaneView, View } from '../src/game/types'
import type { Choice } from '../src/game/choices/choices'
import { byBase, flights, joiners, missionName, planning, planOf, plansToMake, reachOf, levelsText, refitting, serves, together, waitingBases } from '../src/game/choices/mission'

const plane = (id: string, hex: number) => ({ id, hex, face: { range: 9 } }) as PlaneView
const choice = (action: Record<string, unknown>) => ({ action, key: JSON.stringify(action) }) as unknown as Choice
const view = (procedure: string, mission: object | null) => ({ decision: { procedure }, air: { mission, planes: [plane('a', 3)], bases: [] } }) as unknown as View

test('a mission is planned until it flies, by the side that decides', () => {
  const mission = { kind: 'air_transport', flying: false }
  expect(planning(view('air_mission', mission))).toEqual(mission)
  expect(planning(view('air_mission', { ...mission, flying: true }))).toBeNull()
  expect(planning(view('movement_segment', mission))).toBeNull()
  expect(planning({ decision: null } as unknown as View)).toBeNull()
})

test('a mission is called as players call it', () => {
  expect(missionName({ kind: 'air_transport' } as never)).toBe('Air Transport')
  expect(missionName({ kind: 'unheard_of' } as never)).toBe('unheard_of')
})

test('who can join stands under its base, with every way in which it may fly', () => {
  const air = { planes: [plane('a', 3), plane('b', 3), plane('c', 5), plane('d', 5)] } as AirView
  const choices = [choice({ type: 'add_plane', plane: 'a', trip: 'stay' }), choice({ type: 'add_plane', plane: 'a', trip: 'return' }), choice({ type: 'add_plane', plane: 'c', trip: '' }), choice({ type: 'remove_plane', plane: 'd' })]
  const found = (away: (hex: number) => number) => byBase(joiners(air, choices), away).map(([hex, there]) => [hex, there.map((j) => [j.plane.id, j.ways.length])])
  expect(found((hex) => hex)).toEqual([[3, [['a', 2]]], [5, [['c', 1]]]])
  expect(found((hex) => -hex).map(([hex]) => hex)).toEqual([5, 3])
})

test('who has what the mission is flown for is told from who only comes along', () => {
  const row = (face: object, trip = '') => ({ plane: { face } as PlaneView, ways: [choice({ type: 'add_plane', trip })] })
  expect([serves('air_transport', row({ capacity: 4, barrage: 0 })), serves('air_transport', row({ capacity: 0, barrage: 9 })), serves('air_drop', row({ capacity: 0, barrage: 0 }, 'return_tow'))]).toEqual([true, false, true])
  expect([serves('interdiction', row({ capacity: 4, barrage: 0 })), serves('barrage', row({ capacity: 0, barrage: 9 })), serves('fighter_sweep', row({ capacity: 0, barrage: 0 }))]).toEqual([false, true, true])
})

test('bases that wait for their supply are told with their aircraft and the Levels that can be paid for', () => {
  const air = { planes: [{ hex: 3, base: -1 }, { hex: 3, base: -1 }, { hex: 3, base: 5 }, { hex: 5, base: -1 }], bases: [{ hex: 3, level_price: 2 }] } as AirView
  const levels = (hex: number, n: number) => choice({ type: 'supply_base', hex, levels: n })
  const found = waitingBases(air, [levels(3, 1), levels(3, 2), levels(7, 1), choice({ type: 'done' })])
  expect(found.map((b) => [b.hex, b.planes, b.ways.map((way) => levelsText(way, b.price))])).toEqual([[3, 2, ['1 Level · 2T', '2 Levels · 1 SP']], [7, 0, ['1 Level']]])
  expect(waitingBases(null, [choice({ type: 'done' })])).toEqual([])
})

test('who cannot join for the same reason is told once', () => {
  const found = together(['4 aircraft at most', 'a is Inactive', '4 aircraft at most'].map((text, i) => ({ plane: 'abc'[i]!, refusal: { text } })) as never)
  expect(found.map((f) => [f.refusal.text, f.planes])).toEqual([['4 aircraft at most', ['a', 'c']], ['a is Inactive', ['b']]])
})

test('half a range is not rounded up', () => {
  expect(['stay', 'return', 'double', ''].map((trip) => reachOf(plane('a', 3), trip))).toEqual([18, 9, 4, 9])
  expect(['stay_tow', 'return_tow', 'double_tow', 'double_mixed'].map((trip) => reachOf(plane('a', 3), trip))).toEqual([18, 9, 4, 4])
  expect(['onward', 'onward_double'].map((trip) => reachOf(plane('a', 3), trip))).toEqual([9, 4])
})

test('a refit belongs to the base of its aircraft', () => {
  expect(refitting(view('aircraft_refit', null), [choice({ type: 'add_plane', plane: 'a' })])).toBe(3)
  expect(refitting(view('aircraft_refit', null), [choice({ type: 'refit_at', hex: 3 })])).toBeNull()
  expect(refitting(view('air_mission', null), [choice({ type: 'add_plane', plane: 'a' })])).toBeNull()
})

test('in flight, what can be done stands beside its aircraft, and who else is there is named', () => {
  const at = (id: string, hex: number, base: number) => ({ ...plane(id, hex), base, active: true })
  const air = { planes: [at('a', 7, 3), at('b', 7, 4), at('c', 7, -1), at('d', 9, -1)], mission: { hex: 7 } } as unknown as AirView
  const found = flights(air, [choice({ type: 'abort_plane', plane: 'b' }), choice({ type: 'abort_plane', plane: 'a' }), choice({ type: 'done' })])
  expect(found.acting.map((f) => [f.plane.id, f.ways.length])).toEqual([['b', 1], ['a', 1]])
  expect(found.others.map((p) => p.id)).toEqual(['c'])
  expect(flights(air, [choice({ type: 'done' })])).toEqual({ acting: [], others: [] })
})

test('a Drop Plan is put off or cancelled beside its unit', () => {
  const choices = [choice({ type: 'plan_drop', unit: 'q' }), choice({ type: 'delay_drop', unit: 'p' }), choice({ type: 'cancel_drop', unit: 'p' }), choice({ type: 'cancel_drop', unit: 's' })]
  expect(planOf(choices, 'p').map((c) => c.action.type)).toEqual(['delay_drop', 'cancel_drop'])
  expect(plansToMake(choices).map((c) => c.action.unit)).toEqual(['q'])
})
