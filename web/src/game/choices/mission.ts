// The draft of an air mission: what the page knows of it, and the choices by which it grows.

import type { AirView, Hex, MissionView, PlaneView, View } from '../types'
import type { Choice } from './choices'
import { str } from './kinds'
import { KINDS } from './kind-table'

/** Choices that stand in the mission's panel, and in no list. */
export const IN_MISSION: ReadonlySet<string> = new Set(['add_plane', 'remove_plane', 'load_planes', 'embark', 'disembark'])

/** The short name of a way to fly (14.9e). */
export const TRIPS: Readonly<Record<string, string>> = { stay: 'stays there', return: 'returns', double: 'double load' }

/** The mission that the viewer plans now. */
export function planning(view: View): MissionView | null {
  const mission = view.air?.mission
  return mission && !mission.flying && view.decision?.procedure === 'air_mission' ? mission : null
}

/** The hex of the base whose refit is drafted: every choice of an aircraft then is one of its own. */
export function refitting(view: View, choices: readonly Choice[]): Hex | null {
  if (view.decision?.procedure !== 'aircraft_refit') return null
  const one = choices.find((c) => c.action.type === 'add_plane' || c.action.type === 'remove_plane')
  return one ? (view.air?.planes.find((p) => p.id === str(one.action, 'plane'))?.hex ?? null) : null
}

/** What players call the mission. */
export const missionName = (mission: MissionView): string => KINDS.plan_mission?.by?.kind?.[mission.kind] ?? mission.kind

/** An aircraft that could join, and in which ways. */
export interface Joiner {
  plane: PlaneView
  ways: readonly Choice[]
}

/** Those that could join, by the hex of their base. */
export function joiners(air: AirView, choices: readonly Choice[]): Map<Hex, Joiner[]> {
  const found = new Map<Hex, Joiner[]>()
  for (const plane of air.planes) {
    const ways = choices.filter((c) => c.action.type === 'add_plane' && str(c.action, 'plane') === plane.id)
    if (ways.length) found.set(plane.hex, [...(found.get(plane.hex) ?? []), { plane, ways }])
  }
  return found
}

/** How many hexes an aircraft flies: farther if it stays there, less far with a double load. */
export function reachOf(plane: PlaneView, trip: string): number {
  return trip === 'stay' ? 2 * plane.face.range : trip === 'double' ? Math.floor(plane.face.range / 2) : plane.face.range
}
