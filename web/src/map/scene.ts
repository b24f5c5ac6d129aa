// The contents of every hex: its counters from bottom to top, its supply and its works, with their positions.

import type { Unit, View } from '../game/types'
import { aircraftAloft, type AirBase, airBases, type Aloft } from './air-bases'
import { type PortSign, portSigns } from './ports'
import { type ShipStack, shipStacks } from './ships'
import { COUNTER } from './counters'
import type { Grid, Point, Rect } from './geometry'
import { same } from './same'

const SHIFT = 3.6 // between the counters of a stack
const SHOWN = 4
const LIFT = 4 // counters stand a little above the middle, which leaves room for the place's name

export interface HexScene {
  hex: number
  units: Unit[] // bottom to top
  dump: { side: string; tokens: number | null } | null
  works: { side: string; level: number } | null
}

export interface Scene {
  hexes: Map<number, HexScene>
  bridges: readonly { hex: number; side: string }[]
  railheads: readonly { hex: number; side: string }[]
  converted: readonly number[]
  damaged: readonly number[] // damaged rail hexes
  bases: readonly AirBase[]
  aloft: readonly Aloft[]
  ships: readonly ShipStack[]
  ports: readonly PortSign[]
  gauges: ReadonlySet<number> // rail hexes without the usual gauge
  version: number
  hideCounters: boolean
  /** Units that somebody else of the side orders. */
  grey: ReadonlySet<string>
}

let versions = 0

export const EMPTY_SCENE: Scene = { hexes: new Map(), bridges: [], railheads: [], converted: [], damaged: [], bases: [], aloft: [], ships: [], ports: [], gauges: new Set(), version: 0, hideCounters: false, grey: new Set() }

const KIND_ORDER: Record<string, number> = { transport: 0, repl: 1, rail_repair: 2, artillery: 3, hq: 4, engineer: 5, breakdown: 6, combat: 7 }

/** Order in a stack: trucks at the bottom, combat units on top, the strongest last. */
export function stackOrder(a: Unit, b: Unit): number {
  const kind = (KIND_ORDER[a.counter.kind] ?? 6) - (KIND_ORDER[b.counter.kind] ?? 6)
  if (kind) return kind
  const strength = (u: Unit) => Number(u.counter.combat?.strength ?? u.counter.move?.strength ?? 0)
  return strength(a) - strength(b) || (a.ar ?? 0) - (b.ar ?? 0) || (a.id < b.id ? -1 : 1)
}

export function buildScene(view: View, hideCounters: boolean, grey: ReadonlySet<string> = EMPTY_SCENE.grey): Scene {
  const hexes = new Map<number, HexScene>()
  const at = (hex: number): HexScene => {
    let found = hexes.get(hex)
    if (!found) hexes.set(hex, (found = { hex, units: [], dump: null, works: null }))
    return found
  }
  for (const unit of view.units) if (unit.hex >= 0) at(unit.hex).units.push(unit)
  for (const here of hexes.values()) here.units.sort(stackOrder)
  for (const stack of view.stacks) {
    const here = at(stack.hex)
    const top = here.units.findIndex((u) => u.id === stack.top)
    if (top >= 0) here.units.push(...here.units.splice(top, 1))
  }
  for (const dump of view.dumps) at(dump.hex).dump = { side: dump.side, tokens: dump.tokens }
  for (const works of view.hedgehogs) at(works.hex).works = { side: works.side, level: works.level }
  const { bridges, rail } = view
  const gauges = new Set(Object.keys(rail.gauges).map(Number))
  return { hexes, bridges, railheads: rail.railheads, converted: rail.converted, damaged: rail.damaged, bases: airBases(view), aloft: aircraftAloft(view), ships: shipStacks(view), ports: portSigns(view), gauges, version: ++versions, hideCounters, grey }
}

/** Whether two scenes show the same: many a decision changes nothing on the map. */
export function sameScene(one: Scene, other: Scene): boolean {
  const { hexes, gauges, version: _, ...rest } = one
  const { hexes: otherHexes, gauges: otherGauges, version: __, ...otherRest } = other
  if (hexes.size !== otherHexes.size || gauges.size !== otherGauges.size) return false
  return same(rest, otherRest) && [...gauges].every((hex) => otherGauges.has(hex)) && [...hexes].every(([hex, here]) => same(here, otherHexes.get(hex)))
}

/** Middle of counter `i` of `n` in a hex, in world units. */
export function counterSpot(grid: Grid, hex: number, i: number, n: number): Point {
  const c = grid.center(hex)
  const shown = Math.min(n, SHOWN)
  const step = i - (n - shown) - (shown - 1) / 2
  return { x: c.x + step * SHIFT, y: c.y - LIFT - step * SHIFT }
}

/** The counters of a stack that are drawn: the top ones. */
export function shownUnits(here: HexScene): { unit: Unit; index: number }[] {
  return here.units.map((unit, index) => ({ unit, index })).slice(-SHOWN)
}

/** The square that a hex's counters take up. */
export function stackBox(grid: Grid, here: HexScene): Rect | null {
  const c = grid.center(here.hex)
  if (!here.units.length) return here.dump ? { x: c.x - 20, y: c.y - LIFT - 18, w: 40, h: 36 } : null
  const spread = ((Math.min(here.units.length, SHOWN) - 1) / 2) * SHIFT
  const half = COUNTER / 2 + spread
  return { x: c.x - half, y: c.y - LIFT - half, w: 2 * half, h: 2 * half }
}

export const DUMP_SPOT = { alone: { x: 0, y: -LIFT }, beside: { x: -33, y: 13 } } as const
