// Turns what the player does into what is laid over the map. Every layer has its own pattern or letter besides its colour.

import type { Grid } from '../../map/geometry'
import { type Overlay, type Tint, type Trail } from '../../map/paint-overlays'
import { livery, OVERLAY, type OverlayInks } from '../../map/palette'
import type { Choice } from '../choices/choices'
import type { Mark } from '../choices/kinds'
import { zoneTints } from './command'
import { type GroundInput, groundOverlay } from './rail-and-set-up'
import type { Highlight, Layers } from './layers'
import { mpValue, short } from '../words/mp'
import { supplyText } from '../words/names'
import { cutTints, obstacleMarks, trailsOf } from './supply'
import type { Cuts, Hex, MoveCost, Reach, ReachMap, SupplyAnswer, Unit, View } from '../types'

export interface OverlayInput {
  view: View
  grid: Grid
  layers: Layers
  reach: Reach | null
  selectedHex: Hex | null
  hover: Hex
  routed?: boolean // the way goes through waypoints, and is drawn as one
  cursor: Hex // of the keyboard, -1 if keys go elsewhere
  byHex: ReadonlyMap<Hex, readonly Choice[]>
  targets: readonly Hex[] // hexes of units that may be chosen
  supply: SupplyAnswer | null
  pointed: readonly Hex[]
  pointedPath: readonly Hex[]
  pointedTrails: readonly Trail[]
  places: readonly Hex[]
  studied: readonly Tint[] // what could be
  looks: readonly { hex: Hex }[] // where others say to look
  cuts: Cuts | null
  fuel: MoveCost | null
  trails: readonly Trail[]
  refused: readonly Hex[]
  own: (unit: Unit) => boolean
  nationOf: (side: string) => string
  seatOf: (side: string) => number
  costs: ReadonlyMap<Hex, string>
  entries: ReadonlyMap<Hex, string> // what leads on from where something arrives
  ground: Omit<GroundInput, 'hover' | 'extenders'>
  whole: Overlay // what lies over the whole map
}

export function buildOverlay(input: OverlayInput): Overlay {
  const tints: Tint[] = [...input.whole.tints]
  const trails: Trail[] = [...input.whole.trails, ...input.trails]
  if (input.layers.zoc) tints.push(...zocTints(input))
  const zones = input.view.command?.zones ?? []
  if (zones.length && (input.layers.zones || input.view.decision?.procedure === 'boundaries')) tints.push(...zoneTints(zones))
  for (const hex of input.places) tints.push({ hex, ink: OVERLAY.pointed, alpha: 0, ring: true, dash: true, text: '★' })
  for (const { hex } of input.looks) tints.push({ hex, ink: OVERLAY.pointed, alpha: 0.12, ring: true, text: '▼' })
  const ground = groundOverlay(input.view, { ...input.ground, range: input.reach ? new Map() : input.ground.range, hover: input.hover, extenders: input.layers.extenders || input.layers.supply })
  tints.push(...ground.tints)
  trails.push(...ground.trails)
  if (input.reach && !input.studied.length) tints.push(...reachTints(input.reach))
  for (const [hex, text] of input.costs) if (!input.reach?.overruns.includes(hex)) tints.push({ hex, ink: OVERLAY.note, alpha: 0, text, small: 'to enter' })
  const sensible = new Set(input.view.decision?.proposal?.sensible ?? [])
  for (const [hex, choices] of input.byHex) {
    const mark = choices.map((c) => c.kind.mark).find((m) => typeof m === 'object')
    if (mark) tints.push({ hex, ink: OVERLAY[mark.ink], small: input.entries.get(hex), ...lightOf(sensible, hex, mark, input.byHex.size > MANY) })
  }
  for (const hex of input.targets) tints.push({ hex, ink: OVERLAY.choice, alpha: 0.1, ring: true, dash: true })
  tints.push(...input.studied)
  if (input.layers.highlight) tints.push(...highlightTints(input, input.layers.highlight))
  if (input.layers.supply) tints.push(...cutOff(input))
  if (input.layers.supply && input.supply) addSupply(input, input.supply, tints, trails)
  for (const hex of input.refused) tints.push({ hex, ink: OVERLAY.blocked, alpha: 0.1, pattern: 'back', ring: true })
  for (const hex of input.pointed) if (hex >= 0) tints.push({ hex, ink: OVERLAY.pointed, alpha: 0.18, ring: true })
  if (input.pointedPath.length > 1) trails.push({ hexes: [...input.pointedPath], ink: OVERLAY.path, dash: true })
  trails.push(...input.pointedTrails)
  const to = input.routed ? undefined : input.reach?.hexes[input.hover]
  const fuel = to && input.fuel?.fuel.plans[0]
  if (fuel) tints.push({ hex: input.hover, ink: OVERLAY.reach, alpha: 0, text: short(to.mp_left), small: `fuel ${supplyText(fuel.tokens)}` })
  if (to?.slowed && !fuel) tints.push({ hex: input.hover, ink: OVERLAY.blocked, alpha: 0, text: short(to.mp_left), small: `${to.slowed} more` })
  if (to) trails.push({ hexes: to.path, ink: OVERLAY.reach, labels: stepCosts(input.reach!, to.path) })
  if (input.selectedHex !== null && input.selectedHex >= 0) tints.push({ hex: input.selectedHex, ink: OVERLAY.select, alpha: 0.08, ring: true })
  if (input.hover >= 0) tints.push({ hex: input.hover, ink: '#ffffff', alpha: 0.14 })
  if (input.cursor >= 0) tints.push({ hex: input.cursor, ink: OVERLAY.pointed, alpha: 0.16, pattern: 'cross', ring: true })
  return { ...input.whole, tints: oneText(tints), trails }
}

/** Marks on more hexes than this would hide the map under them. */
const MANY = 60

/** Where a few of many hexes are worth a look, these are lit, and the rest only shows that it can be chosen. */
function lightOf(sensible: ReadonlySet<Hex>, hex: Hex, mark: Mark, many: boolean): Omit<Tint, 'hex' | 'ink'> {
  if (!sensible.size && many) return { alpha: 0.1, pattern: mark.pattern }
  if (!sensible.size) return { alpha: 0.12, pattern: mark.pattern, ring: true, dash: true, text: mark.text }
  return sensible.has(hex) ? { alpha: 0.34, pattern: mark.pattern, ring: true, text: mark.text } : { alpha: 0.07 }
}

/** In one hex only what was said last is written. */
export function oneText(tints: readonly Tint[]): Tint[] {
  const last = new Map<Hex, Tint>()
  for (const tint of tints) if (tint.text) last.set(tint.hex, tint)
  return tints.map((t) => (t.text && last.get(t.hex) !== t ? { ...t, text: undefined, small: undefined } : t))
}

function reachTints(reach: Reach): Tint[] {
  const tints: Tint[] = Object.entries(reach.hexes).map(([hex, r]) => ({
    hex: Number(hex),
    ink: OVERLAY.reach,
    alpha: 0.17,
    pattern: r.stop ? 'hatch' : 'none',
    text: short(r.mp_left),
    small: r.stop || undefined
  }))
  for (const hex of reach.overruns) tints.push({ hex, ink: OVERLAY.overrun, alpha: 0.1, ring: true, dash: true, text: 'O' })
  return tints
}

/** What each step of a path costs, from the MP left in its hexes; the first step is not known from them. */
export function stepCosts(reach: Reach, path: readonly Hex[]): string[] {
  return path.slice(1).map((hex, i) => {
    const before = reach.hexes[path[i]!]
    const here = reach.hexes[hex]
    if (!before || !here) return ''
    const cost = mpValue(before.mp_left) - mpValue(here.mp_left)
    return cost > 0 ? short(String(Math.round(cost * 100) / 100)) : ''
  })
}

function zocTints({ view, grid, nationOf, seatOf }: OverlayInput): Tint[] {
  const sides = new Map<string, Set<Hex>>()
  for (const stack of view.stacks) {
    if (!stack.zoc) continue
    const set = sides.get(stack.side) ?? new Set<Hex>()
    sides.set(stack.side, set)
    for (const n of grid.neighbours(stack.hex)) set.add(n)
  }
  return [...sides].flatMap(([side, hexes]) => {
    const ink = livery(nationOf(side), seatOf(side)).map
    const pattern = seatOf(side) === 0 ? 'hatch' : 'back'
    return [...hexes].map((hex): Tint => ({ hex, ink, alpha: 0.1, pattern }))
  })
}

const HIGHLIGHTS: Record<Highlight, { test: (u: Unit) => boolean; text: string; ink: keyof OverlayInks }> = {
  unmoved: { test: (u) => u.moved === false, text: 'M', ink: 'reach' },
  out: { test: (u) => u.out_of_supply === true || u.low_supply === true, text: 'O', ink: 'blocked' },
  dg: { test: (u) => u.marker === 'dg', text: 'DG', ink: 'blocked' },
  reserve: { test: (u) => u.marker === 'reserve', text: 'R', ink: 'choice' },
  moved: { test: (u) => u.moved === true, text: '✓', ink: 'note' },
  hq: { test: (u) => u.counter.kind === 'hq', text: 'HQ', ink: 'draw' }
}

function highlightTints({ view, own }: OverlayInput, which: Highlight): Tint[] {
  const { test, text, ink } = HIGHLIGHTS[which]
  const unmoved = new Set(view.lists.unmoved)
  const hit = (u: Unit) => (which === 'unmoved' && unmoved.size ? unmoved.has(u.id) : test(u))
  const hexes = new Set(view.units.filter((u) => u.hex >= 0 && (own(u) || which !== 'unmoved') && hit(u)).map((u) => u.hex))
  return [...hexes].map((hex) => ({ hex, ink: OVERLAY[ink], alpha: 0.16, pattern: 'cross', ring: true, text }))
}

/** Own units that could not trace supply now. */
function cutOff({ view }: OverlayInput): Tint[] {
  const hexes = new Set(view.lists.without_trace.flatMap((id) => view.units.find((u) => u.id === id)?.hex ?? []))
  return [...hexes].map((hex) => ({ hex, ink: OVERLAY.blocked, alpha: 0.12, pattern: 'cross', text: '!' }))
}

function addSupply({ view, cuts }: OverlayInput, answer: SupplyAnswer, tints: Tint[], trails: Trail[]): void {
  const { hq, dump, payers, trace, link } = answer
  if (hq) tints.push(...areaTints(hq))
  if (dump) tints.push(...areaTints(dump))
  if (!hq && !dump) for (const payer of (payers?.payers ?? []).slice(0, 3)) trails.push({ hexes: [...payer.path].reverse(), ink: OVERLAY.throw, width: 3.6 })
  if (trace?.result.found) trails.push(...trailsOf(trace.lines, true))
  if (link && !link.obstacle) trails.push(...trailsOf(link.lines, true))
  const stop = link ? link.obstacle : trace && !trace.result.found && trace.obstacle ? trace.obstacle : (payers?.obstacle ?? null)
  if (stop && !cuts) {
    const marks = obstacleMarks(stop, (id) => view.units.find((u) => u.id === id)?.hex ?? -1)
    tints.push(...marks.tints)
    trails.push(...marks.trails)
  }
  if (cuts) tints.push(...cutTints(cuts))
}

function areaTints(area: ReachMap): Tint[] {
  const tints: Tint[] = []
  for (const [hex, mp] of Object.entries(area.throw ?? {}))
    tints.push({ hex: Number(hex), ink: OVERLAY.throw, alpha: 0.15, pattern: 'dots', text: area.draw?.[hex] === undefined ? `t${short(mp)}` : undefined })
  for (const [hex, mp] of Object.entries(area.draw ?? {})) tints.push({ hex: Number(hex), ink: OVERLAY.draw, alpha: 0.2, pattern: 'hatch', text: `d${short(mp)}` })
  for (const hex of area.throw_beside ?? []) if (area.throw?.[hex] === undefined && area.draw?.[hex] === undefined) tints.push({ hex, ink: OVERLAY.throw, alpha: 0.06, pattern: 'dots' })
  return tints
}
