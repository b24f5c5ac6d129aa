// Aircraft over the map: the Patrol Zones of both sides as the viewer knows them, and how far a picked aircraft flies.

import type { Grid } from '../../map/geometry'
import { outlines, smooth } from '../../map/outline'
import type { Area, Line, Tint } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import type { AirView, Hex, PlaneView, SideId } from '../types'
import type { InkOf } from './forces'

export interface Patrol {
  side: SideId
  bases: { hex: Hex; fighters: number; known: boolean }[] // of the enemy's under fog only the fighter on top is known
  hexes: Hex[]
}

/** The Patrol Zones of each side: hexes near a place from which its fighters patrol, a base or another hex. */
export function patrolsOf(air: AirView, grid: Grid, sides: readonly SideId[]): Patrol[] {
  return sides.map((side) => {
    const bases = air.patrols.flatMap((patrol) => (patrol.side === side ? [{ hex: patrol.hex, fighters: patrol.fighters, known: ownOf(air, side) }] : []))
    return { side, bases, hexes: around(grid, bases.map((b) => b.hex), air.patrol) }
  })
}

/** Whether the viewer knows how many aircraft a side has at its bases. */
const ownOf = (air: AirView, side: SideId): boolean => air.bases.every((base) => base.side !== side || base.active !== null)

/** All hexes of the map within a distance of one of some hexes. */
function around(grid: Grid, centers: readonly Hex[], reach: number): Hex[] {
  if (!centers.length) return []
  return Array.from({ length: grid.size }, (_, hex) => hex).filter((hex) => centers.some((center) => grid.distance(hex, center) <= reach))
}

export interface AirLaid {
  areas: Area[]
  lines: Line[]
  tints: Tint[]
}

/** A pattern and a line for each side's zone, and at its bases how many fighters make it. */
export function patrolsLaid(patrols: readonly Patrol[], grid: Grid, ink: InkOf): AirLaid {
  return {
    areas: patrols.map(({ side, hexes }, i): Area => ({ hexes, ink: ink(side), alpha: 0.06, pattern: i ? 'back' : 'hatch', strength: 0.35 })),
    lines: patrols.flatMap(({ side, hexes }, i) => round(grid, hexes, ink(side), i ? [8, 5] : undefined)),
    tints: patrols.flatMap(({ side, bases }) => bases.map(({ hex, fighters, known }): Tint => ({ hex, ink: ink(side), alpha: 0.1, text: `${fighters}F${known ? '' : '+'}` })))
  }
}

/** Both sides' zones: a cross pattern, a dashed edge, and on each marker what it is; they lie open. */
export function slowedLaid(air: AirView, grid: Grid, ink: InkOf): AirLaid {
  const markers = air.slowed?.markers ?? []
  return {
    areas: markers.map(({ side, hexes }): Area => ({ hexes, ink: ink(side), alpha: 0.1, pattern: 'cross', strength: 0.45 })),
    lines: markers.flatMap(({ side, hexes }) => round(grid, hexes, ink(side), [3, 4], 3)),
    tints: markers.map(({ side, hex }): Tint => ({ hex, ink: ink(side), alpha: 0.16, ring: true, text: '+MP' }))
  }
}

const round = (grid: Grid, hexes: readonly Hex[], ink: string, dash?: readonly number[], width = 2.6): Line[] =>
  hexes.length ? outlines(grid, new Set(hexes)).map((points) => ({ points: smooth(points, 1), ink, width, dash })) : []

/** Rings round the base of an aircraft: half its range, its range, and twice its range. */
export function rangeRings(plane: PlaneView, grid: Grid): Line[] {
  const { range } = plane.face
  return [round(grid, around(grid, [plane.hex], Math.floor(range / 2)), OVERLAY.reach, [2, 5]), round(grid, around(grid, [plane.hex], range), OVERLAY.reach, undefined, 3.2), round(grid, around(grid, [plane.hex], 2 * range), OVERLAY.reach, [9, 6])].flat()
}
