// What the server says of a whole side, made ready for the map: who is served by what and who is out, the rail net, the ground's costs.

import type { GroundView, RailNetView, ServedView, SupplyNet } from '../api-types'
import type { Grid } from '../../map/geometry'
import { outlines, smooth } from '../../map/outline'
import type { Area, Flag, Line, Pattern, Sides, Tint } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import { short } from '../words/mp'
import type { Board, Hex } from '../types'

export interface Laid {
  tints: Tint[]
  areas: Area[]
  lines: Line[]
  sides: Sides[]
  flags: Flag[]
}

export const nothingLaid = (): Laid => ({ tints: [], areas: [], lines: [], sides: [], flags: [] })

// --- supply ------------------------------------------------------------------------------------------------------

/** What is shown of the net: all of it, or only what serves one unit, one HQ or one dump. */
export interface Narrowed {
  sources: readonly number[]
  unit: ServedView | null
}

/** What a picked hex and its picked units narrow the net to; null: nothing of the net is picked. */
export function narrowed(net: SupplyNet, hex: Hex | null, units: readonly string[]): Narrowed | null {
  if (hex === null) return null
  const hq = net.sources.findIndex((s) => s.hq && units.includes(s.hq))
  if (hq >= 0) return { sources: [hq], unit: null }
  const unit = net.units.find((u) => units.includes(u.unit)) ?? null
  if (unit) return { sources: unit.by, unit }
  const here = net.sources.flatMap((s, i) => (s.hex === hex ? [i] : []))
  return here.length ? { sources: here, unit: null } : null
}

/** A unit is out if it does not trace or nothing could pay for it: T and S, as the legend says. */
export const outLetters = (u: ServedView): string => `${u.traces ? '' : 'T'}${u.pays ? '' : 'S'}`
export const isOut = (u: ServedView): boolean => !u.traces || !u.pays

const joined = (lists: readonly (readonly Hex[])[]): Hex[] => [...new Set(lists.flat())]

const SMALLEST = 7 // points of the line round one hex: a hole of one hex tells nothing from afar, and its hatching shows it
/** The line round a set of hexes. */
const border = (grid: Grid, hexes: readonly Hex[], ink: string, width: number, dash?: readonly number[]): Line[] =>
  outlines(grid, new Set(hexes)).filter((points) => points.length > SMALLEST).map((points) => ({ points: smooth(points, 1), ink, width, dash }))

export function supplyLaid(net: SupplyNet, only: Narrowed | null, grid: Grid): Laid {
  const laid = nothingLaid()
  const shown = only ? only.sources.map((i) => net.sources[i]!) : net.sources
  const thrown = joined(shown.filter((s) => s.hq).map((s) => s.serves))
  const drawn = joined(shown.filter((s) => !s.hq).map((s) => s.serves))
  // where both serve, the line round the dumps' area tells it; two patterns in one hex would hide the ground
  const both = new Set(thrown)
  laid.areas.push({ hexes: thrown, ink: OVERLAY.throw, alpha: 0.07, pattern: 'dots', strength: 0.5 }, { hexes: drawn.filter((h) => !both.has(h)), ink: OVERLAY.draw, alpha: 0.08, pattern: 'hatch', strength: 0.4 })
  laid.lines.push(...border(grid, thrown, OVERLAY.throw, 3), ...border(grid, drawn, OVERLAY.draw, 3, [8, 5]))
  if (!only) laid.lines.push(...border(grid, net.traced, OVERLAY.reach, 3.4, [2, 5]))
  for (const s of shown) {
    const idle = s.hq !== '' && !s.serves.length
    laid.tints.push({ hex: s.hex, ink: idle ? OVERLAY.blocked : s.hq ? OVERLAY.throw : OVERLAY.draw, alpha: 0, ring: true, dash: idle, text: s.hq ? (idle ? 'HQ!' : 'HQ') : undefined })
  }
  for (const [hex, units] of byHex(net.units.filter(isOut))) {
    const letters = ['T', 'S'].filter((l) => units.some((u) => outLetters(u).includes(l))).join('')
    laid.tints.push({ hex, ink: OVERLAY.blocked, alpha: 0.2, pattern: 'cross', ring: true, text: `${letters}!` })
  }
  if (only?.unit && only.unit.stop >= 0 && isOut(only.unit)) laid.tints.push({ hex: only.unit.stop, ink: OVERLAY.blocked, alpha: 0.12, pattern: 'back', ring: true, dash: true })
  return laid
}

function byHex(units: readonly ServedView[]): Map<Hex, ServedView[]> {
  const found = new Map<Hex, ServedView[]>()
  for (const u of units) found.set(u.hex, [...(found.get(u.hex) ?? []), u])
  return found
}

// --- railroads ---------------------------------------------------------------------------------------------------

interface RailLook {
  ink: keyof typeof OVERLAY
  width: number
  dash?: readonly number[]
}

/** How a stretch of railroad looks: each kind has its own dashes besides its ink. */
export const RAIL_LOOKS: Record<string, RailLook> = {
  open: { ink: 'reach', width: 5.4 },
  traced: { ink: 'draw', width: 4.2, dash: [13, 5] },
  'rail.zoc': { ink: 'blocked', width: 4.2, dash: [5, 5] },
  'rail.enemy': { ink: 'blocked', width: 4.6, dash: [12, 4] },
  'rail.damaged': { ink: 'blocked', width: 4.2, dash: [2, 4] },
  'rail.control': { ink: 'note', width: 3, dash: [9, 4, 2, 4] },
  'rail.gauge': { ink: 'note', width: 2.4, dash: [2, 6] }
}

/** What a railroad is in a hex, by hex. Trains and supply in one hex: trains need more. */
export function railKinds(net: RailNetView): Map<Hex, string> {
  const kinds = new Map<Hex, string>()
  for (const { reason, hexes } of net.shut) for (const h of hexes) kinds.set(h, reason)
  for (const h of net.traced) kinds.set(h, 'traced')
  for (const h of net.open) kinds.set(h, 'open')
  return kinds
}

const ORDER = ['open', 'traced', 'rail.control', 'rail.gauge', 'rail.zoc', 'rail.enemy', 'rail.damaged']

export function railLaid(net: RailNetView, board: Board): Laid {
  const laid = nothingLaid()
  const kinds = railKinds(net)
  // a stretch between two hexes is as bad as the worse of them
  const worse = (a: Hex, b: Hex) => ORDER[Math.max(ORDER.indexOf(kinds.get(a) ?? 'rail.control'), ORDER.indexOf(kinds.get(b) ?? 'rail.control'))]!
  for (const { kind, hexes } of board.paths) {
    if (kind !== 'railroad') continue
    let run: Hex[] = []
    let now = ''
    for (let i = 0; i + 1 < hexes.length; i++) {
      const here = worse(hexes[i]!, hexes[i + 1]!)
      if (here !== now) {
        if (run.length) laid.lines.push(railLine(run, now))
        run = [hexes[i]!]
        now = here
      }
      run.push(hexes[i + 1]!)
    }
    if (run.length) laid.lines.push(railLine(run, now))
  }
  for (const hex of net.stations) laid.flags.push({ hex, shape: 'station', ink: OVERLAY.reach })
  const entries = new Set(net.entries)
  for (const hex of net.sources) laid.flags.push({ hex, shape: 'source', ink: net.closed.includes(hex) ? OVERLAY.blocked : OVERLAY.draw, crossed: net.closed.includes(hex), full: true })
  for (const hex of entries) if (!net.sources.includes(hex)) laid.flags.push({ hex, shape: 'entry', ink: OVERLAY.choice })
  return laid
}

function railLine(rail: Hex[], kind: string): Line {
  const look = RAIL_LOOKS[kind] ?? RAIL_LOOKS['rail.control']!
  return { rail, ink: OVERLAY[look.ink], width: look.width, dash: look.dash }
}

// --- the ground --------------------------------------------------------------------------------------------------

export interface GroundLook {
  mp: string
  label: string
  terrains: readonly string[]
  ink: string
  alpha: number
  pattern: Pattern
}

const STEPS: readonly { alpha: number; pattern: Pattern }[] = [
  { alpha: 0, pattern: 'none' }, { alpha: 0.1, pattern: 'dots' }, { alpha: 0.2, pattern: 'hatch' }, { alpha: 0.3, pattern: 'cross' }, { alpha: 0.4, pattern: 'cross' }
]

/** How a cost is written on the map. */
export const costLabel = (mp: string): string => (mp === 'prohibited' ? '✕' : mp === 'all' ? 'all' : short(mp))

/** Each level has its own pattern and number; what cannot be entered has another ink, too. */
export function groundLooks(ground: GroundView): GroundLook[] {
  return ground.levels.map(({ mp, terrains }, i) => {
    const shut = mp === 'prohibited' || mp === 'all'
    const step = STEPS[Math.min(i, STEPS.length - 1)]!
    return { mp, terrains, label: costLabel(mp), ink: shut ? OVERLAY.blocked : OVERLAY.note, alpha: shut ? 0.3 : step.alpha, pattern: shut ? 'back' : step.pattern }
  })
}

const levelHexes = new WeakMap<GroundView, Hex[][]>()

function hexesOf(ground: GroundView): Hex[][] {
  let found = levelHexes.get(ground)
  if (!found) {
    const hexes: Hex[][] = ground.levels.map(() => [])
    for (let h = 0; h < ground.hexes.length; h++) hexes[parseInt(ground.hexes[h]!, 36)]!.push(h)
    levelHexes.set(ground, (found = hexes))
  }
  return found
}

export function groundLaid(ground: GroundView): Laid {
  const laid = nothingLaid()
  const hexes = hexesOf(ground)
  groundLooks(ground).forEach(({ ink, alpha, pattern, label }, i) => laid.areas.push({ hexes: hexes[i]!, ink, alpha, pattern, label }))
  for (const mp of new Set(ground.sides.map((s) => s.mp))) {
    const shut = mp === 'prohibited' || mp === 'all'
    laid.sides.push({ sides: ground.sides.filter((s) => s.mp === mp), ink: shut ? OVERLAY.blocked : OVERLAY.barrage, label: shut ? costLabel(mp) : `+${costLabel(mp)}`, double: shut })
  }
  return laid
}
