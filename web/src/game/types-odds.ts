// What is foreseen of an attack or a barrage before it is committed, as docs/api.md has it.

import type { Hex, Ledger, Refusal } from './types'

/** The attackers' side of a combat table of two sides. */
export interface AttackersOdds {
  column: number
  label: string
  drm: number
  advantage: string
}

export interface OddsPreview {
  odds: { attack: string; defend: string; odds: string; line: string; column: number; drm: number; hedgehog: number; attackers?: AttackersOdds | null }
  column_label: string
  attack_leader: { unit: string; action_rating: number } | null
  defence_leader: { unit: string; action_rating: number } | null
  terrain: { terrain: string; against: Hex }[]
  surprise: [number, number, number]
  attack_tokens: Record<string, number>
  defence_tokens: number
  ledgers: Ledger[]
  forecast: Forecast
  /** Null where nothing is hidden. */
  bounds: CombatBounds | null
  /** Ways of attacking besides the ordinary one. */
  specials: { name: string; title: string; case: string; losses_only: boolean }[]
  assumptions: string[]
}

/** The two ends between which a value lies: the least and the most, of odds the worst and the best. */
export type Ends<T> = [T, T]

/** Between what an attack stands, whatever fog hides of the stack that it meets. */
export interface CombatBounds {
  odds: Ends<string>
  column: Ends<string>
  defence: Ends<string>
  drm: Ends<number>
  expected: { attacker_losses: Ends<number>; defender_losses: Ends<number>; taken: Ends<number> }
  taken: Ends<Chance>
  assumptions: string[]
}

/** The same of a barrage; `density` in RE. */
export interface BarrageBounds {
  density: Ends<string>
  column: Ends<string>
  dg: Ends<Chance>
  steps: Ends<number>
  assumptions: string[]
}

/** How options are met (9.10a). */
export type Way = 'losses' | 'retreat' | 'mixed'

export interface Policy {
  attacker: Way
  defender: Way
}

/** An exact fraction, and as a number. */
export interface Chance {
  p: string
  chance: number
}

/** What an attack may come to; losses in steps, retreats in hexes, `results` those of the Combat Table that lead there. */
export interface Aftermath extends Chance {
  results: string[]
  attacker_losses: number
  defender_losses: number
  attacker_retreat: number
  defender_retreat: number
  disorganized: number
  exploiting: number
  taken: boolean
  /** HQs that get away instead of being lost */
  evaded: number
}

export interface OtherOdds {
  choice: string
  case: string
  odds: OddsPreview['odds']
  column_label: string
  expected: Record<string, number>
  taken: Chance
}

export interface Forecast {
  policy: Policy
  outcomes: Aftermath[]
  columns: (Chance & { column: string })[]
  expected: Record<string, number>
  expected_ledgers: Record<string, Ledger>
  taken: Chance
  /** What it comes to where a choice that stays open is made otherwise than the preview takes it. */
  others: OtherOdds[]
}

/** A barrage, an attack and an exploitation overrun, one after the other. */
export interface PlanForecast extends Chance {
  strokes: { name: string; reached: Chance; succeeds: Chance }[]
  policy: Policy
  assumptions: string[]
  refusals: Refusal[]
}

/** Who could barrage a hex and who could attack it then; `cost` in tokens, if it fires alone. */
export interface Strokes {
  guns: { unit: string; strength: string; cost: number; refusal: Refusal | null }[]
  attackers: { unit: string; refusal: Refusal | null }[]
}

export interface BarragePreview {
  units: string[]
  strength: string
  refused: Refusal | null
  terrain: string
  cost: number
  column: string
  /** Null where nothing is hidden, or below one point. */
  bounds: BarrageBounds | null
  ledger: Ledger | null
  prospects: { dg: boolean; steps: number; ways: number }[] // of 216
  price: Ledger | null
}
