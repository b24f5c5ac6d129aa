// The parts of a view that belong to railroads, Extenders, replacements, engineers and set-up, as docs/api.md has them.

import type { Action, Counter, Hex, Refusal, SideId } from './types'

/** Why something cannot be, without units and hexes. */
export type Why = Pick<Refusal, 'code' | 'case' | 'text' | 'remedy'>

/** Rail Cap as text ("1 1/2"); `gauges` are those of rail hexes that are not of `gauge`. */
export interface RailView {
  cap: Record<SideId, string>
  left: Record<SideId, string | null>
  gauge: string
  side_gauges: Record<SideId, string>
  gauges: Record<string, string>
  railheads: { hex: Hex; side: SideId }[]
  converted: Hex[]
  /** Rail hexes that nobody can use. */
  damaged: Hex[]
}

export interface RailStop {
  cost: string
  path: Hex[]
  multi: boolean
}

/** Where cargo could go by rail; costs are of the whole stack, or of 1T. */
export interface RailReach {
  left: string
  hexes: Record<string, RailStop>
  others: Record<string, Refusal>
  tokens: number
  change: string[]
  refusal?: Refusal | null
}

export interface BridgeView {
  hex: Hex
  side: SideId
  unit: string
}

export interface ExtenderView {
  unit: string
  side: SideId
  hex: Hex
  range: string
  mobility: string
  source: boolean
  link: Hex[] // from it back to what it links to; empty: none
  joins: Hex[]
}

export interface Cost {
  pax: number
  eq: number
}

export interface RebuildView {
  repls: (Cost & { hex: Hex; why: Why | null })[]
  units: { unit: string; hex: Hex; kind: string; steps: number; cost: Cost | null; pairs: number; hexes: Hex[]; why: Why | null }[]
  trucks: { counter: string; printed: Counter; points: number; hexes: Hex[]; why: Why | null }[]
}

export interface BreakoutView {
  unit: string
  first_turn: boolean
  chance: number // throws of six
}

export interface BreakdownPool {
  side: SideId
  nation: string
  limit: number | null
  counters: Counter[]
}

export interface SetUpGroup {
  side: SideId
  name: string
  group: number
  units: string[]
  tokens: number
  hexes: Hex[]
}

export interface SetUpView {
  covered: boolean
  groups: SetUpGroup[]
}

/** A task of construction that a unit could take on, or why not. */
export interface Work {
  action: Action
  hex: Hex
  task: string
  tokens: number
  ok: boolean
  refusal: Refusal | null
}

/** An HQ: the slots that it fills of how many (`most` null: any number), and the formations or units that it leads. */
export interface HqView {
  unit: string
  state: 'now' | 'played' | 'waits'
  slots: { kind: string; have: number; most: number | null }[]
  led: string[]
}

export interface ArmyView {
  id: string
  side: string
  name: string
  under: string
  state: 'now' | 'played' | 'waits'
  hqs: HqView[]
}

export interface ZoneView {
  side: string
  army: string
  name: string
  left: Hex
  right: Hex
  rear: number
  hexes: Hex[]
  borders: Hex[]
}

/** Who commands whom, where an edition limits that; `holds`: units move army by army now. */
export interface CommandView {
  holds: boolean
  hq: string
  spare: boolean
  forgotten: boolean
  armies: ArmyView[]
  left: { slot: string; units: string[]; hexes: Hex[] }[]
  zones: ZoneView[]
}
