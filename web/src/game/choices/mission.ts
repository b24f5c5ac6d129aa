// The draft of an air mission: what the page knows of it, and the choices by which it grows.

import type { AirView, Hex, MissionView, PlaneView, View } from '../types'
import type { GroundedPlane } from '../api-types'
import type { Choice } from './choices'
import { str } from './kinds'
import { KINDS } from './kind-table'
import { isAloft } from '../../map/air-bases'
import { counted, supplyText } from '../words/amounts'

/** Choices that stand in the mission's panel, and in no list. */
export const IN_MISSION: ReadonlySet<string> = new Set(['add_plane', 'remove_plane', 'load_planes', 'embark', 'disembark', 'stop_over', 'aim_at_ship'])

/** Choices about Drop Plans that stand in their panel, and in no list. */
export const IN_PLANS: ReadonlySet<string> = new Set(['plan_drop', 'date_drop', 'delay_drop', 'cancel_drop'])

/** Choices in flight, each about one aircraft: they stand beside its card. */
export const IN_FLIGHT: ReadonlySet<string> = new Set(['abort_plane', 'send_plane', 'intercept', 'lose_plane', 'return_to', 'choose_deck', 'stand_down'])

/** The short name of a way to fly (14.9e). */
export const TRIPS: Readonly<Record<string, string>> = {
  stay: 'stays there',
  return: 'returns',
  double: 'double load',
  escort: 'as an escort',
  stay_tow: 'with a glider, stays there',
  return_tow: 'with a glider, returns',
  double_tow: 'with two gliders',
  double_mixed: 'with a glider, drops its load',
  onward: 'flies on',
  onward_double: 'flies on, double load',
}

/** What can be done with the plan of a unit now. */
export const planOf = (choices: readonly Choice[], unit: string): readonly Choice[] => choices.filter((c) => (c.action.type === 'delay_drop' || c.action.type === 'cancel_drop') && str(c.action, 'unit') === unit)

/** Plans that can be made now, one for each unit. */
export const plansToMake = (choices: readonly Choice[]): readonly Choice[] => choices.filter((c) => c.action.type === 'plan_drop')

/** The mission that the viewer plans now. */
export function planning(view: View): MissionView | null {
  const mission = view.air?.mission
  return mission && !mission.flying && view.decision?.procedure === 'air_mission' ? mission : null
}

/** What can be done with each aircraft in flight now, in the order of the choices; and who else is in the same hexes. */
export function flights(air: AirView, choices: readonly Choice[]): { acting: Joiner[]; others: PlaneView[] } {
  const about = choices.filter((c) => IN_FLIGHT.has(c.action.type))
  const ids = [...new Set(about.map((c) => str(c.action, 'plane')))]
  const acting = ids.flatMap((id) => {
    const plane = air.planes.find((p) => p.id === id)
    return plane ? [{ plane, ways: about.filter((c) => str(c.action, 'plane') === id) }] : []
  })
  const fought = about.some((c) => c.action.type !== 'stand_down') ? new Set([air.mission?.hex ?? -1, ...acting.filter((f) => f.plane.base >= 0).map((f) => f.plane.hex)]) : new Set<Hex>()
  const others = air.planes.filter((p) => p.active && p.hex >= 0 && fought.has(p.hex) && !ids.includes(p.id))
  return { acting, others }
}

/** Aircraft over a hex that belong to no mission which is told of already: they wait at a station. */
export function stationed(air: AirView): { side: string; hex: Hex; planes: PlaneView[] }[] {
  const told = new Set([...air.tasks.flatMap((task) => [...task.planes, ...task.interceptors]), ...(air.mission?.planes ?? [])])
  const found = new Map<string, PlaneView[]>()
  for (const plane of air.planes) {
    if (!isAloft(air, plane) || told.has(plane.id)) continue
    const key = `${plane.side} ${plane.hex}`
    found.set(key, [...(found.get(key) ?? []), plane])
  }
  return [...found.values()].map((planes) => ({ side: planes[0]!.side, hex: planes[0]!.hex, planes }))
}

/** Bases for which Levels can be paid for now, each with its ways, the tokens that a Level costs, and the number of aircraft that are there. */
export function waitingBases(air: AirView | null | undefined, choices: readonly Choice[]): { hex: Hex; planes: number; price: number; ways: Choice[] }[] {
  const paid = choices.filter((c) => c.action.type === 'supply_base')
  return [...new Set(paid.map((c) => Number(c.action.hex)))].map((hex) => ({
    hex,
    planes: air?.planes.filter((p) => p.hex === hex && p.base < 0).length ?? 0,
    price: air?.bases.find((b) => b.hex === hex)?.level_price ?? 0,
    ways: paid.filter((c) => Number(c.action.hex) === hex)
  }))
}

/** "2 Levels · 2T", by what a Level costs. */
export const levelsText = (c: Choice, price: number): string => [counted(Number(c.action.levels), 'Level'), ...(price ? [supplyText(price * Number(c.action.levels))] : [])].join(' · ')

/** The hex of the base whose refit is drafted: every choice of an aircraft then is one of its own. */
export function refitting(view: View, choices: readonly Choice[]): Hex | null {
  if (view.decision?.procedure !== 'aircraft_refit') return null
  const one = choices.find((c) => c.action.type === 'add_plane' || c.action.type === 'remove_plane')
  return one ? (view.air?.planes.find((p) => p.id === str(one.action, 'plane'))?.hex ?? null) : null
}

/** What players call the mission. */
export const missionName = (mission: { kind: string }): string => KINDS.plan_mission?.by?.kind?.[mission.kind] ?? mission.kind

/** An aircraft that could join, and in which ways. */
export interface Joiner {
  plane: PlaneView
  ways: readonly Choice[]
}

/** Those that could join, or with another `type` those with which that can be done, in the order of their counters. */
export const joiners = (air: AirView, choices: readonly Choice[], type = 'add_plane'): Joiner[] =>
  air.planes.flatMap((plane) => {
    const ways = choices.filter((c) => c.action.type === type && str(c.action, 'plane') === plane.id)
    return ways.length ? [{ plane, ways }] : []
  })

/** Aircraft by the hex of their base, the nearest base first. */
export function byBase(rows: readonly Joiner[], away: (hex: Hex) => number): [Hex, Joiner[]][] {
  const found = new Map<Hex, Joiner[]>()
  for (const row of rows) found.set(row.plane.hex, [...(found.get(row.plane.hex) ?? []), row])
  return [...found].toSorted(([a], [b]) => away(a) - away(b))
}

/** Whether an aircraft has what a mission of that kind is flown for; others come to be shot at in its place, or to fight. */
export function serves(kind: string, { plane, ways }: Joiner): boolean {
  if (CARGO.has(kind)) return plane.face.capacity > 0 || ways.some((c) => str(c.action, 'trip').includes('tow'))
  if (AT_SHIPS.has(kind)) return Math.max(plane.face.barrage, plane.face.torpedo) > 0
  return !BOMBS.has(kind) || plane.face.barrage > 0
}

const CARGO: ReadonlySet<string> = new Set(['air_transport', 'air_drop', 'supply_drop'])
/** Missions at ships: torpedoes count there, too (18.3e). */
const AT_SHIPS: ReadonlySet<string> = new Set(['ship_barrage', 'ship_hip_shoot'])
const BOMBS: ReadonlySet<string> = new Set(
  ['barrage', 'base_barrage', 'port_barrage', 'dump_barrage', 'night_base_barrage', 'night_port_barrage', 'night_dump_barrage', 'hip_shoot', 'base_hip_shoot', 'port_hip_shoot', 'trainbusting', 'interdiction']
)

/** Refusals with the same sentence are one, with the aircraft that it keeps away. */
export function together(grounded: readonly GroundedPlane[]): { planes: string[]; refusal: GroundedPlane['refusal'] }[] {
  const found = new Map<string, { planes: string[]; refusal: GroundedPlane['refusal'] }>()
  for (const { plane, refusal } of grounded) {
    const same = found.get(refusal.text)
    if (same) same.planes.push(plane)
    else found.set(refusal.text, { planes: [plane], refusal })
  }
  return [...found.values()]
}

/** How many hexes an aircraft flies: farther if it stays there, less far with a double load. */
export function reachOf(plane: PlaneView, trip: string): number {
  return trip.startsWith('stay') ? 2 * plane.face.range : trip.startsWith('double') || trip === 'onward_double' ? Math.floor(plane.face.range / 2) : plane.face.range
}
