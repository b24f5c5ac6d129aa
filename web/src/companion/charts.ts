// Lookups on the charts as data: bands, grids, modifiers. The numbers are in charts.json, which Python writes.

import type { Answers } from './answers'
import { AskError } from './chances'

export interface Band {
  min: number | null
  max: number | null
  result: string | number
}

export interface BandTable {
  bands: Record<string, Band[]>
  modifiers: { id: string; value: number | string }[]
}

export interface Grid<R = string> {
  columns: string[]
  rows: number[]
  results: R[][]
}

export interface CombatCode {
  a_loss: number
  a_option: number
  exploit: number
  d_loss: number
  d_option: number
  d_dg: boolean
}

/** Columns to the left by side for terrain or works. */
export interface CoverShift {
  id: string
  left: number
  right: number
  ignores_r1: boolean
}

export interface RatingEffect {
  difference: number
  left: number
  right: number
  ambush: number
  surprise: number
}

/** What only charts with a combat table of two sides have: the attackers' side is read by the strength of the defence. */
export interface TwoSided {
  combat_attackers: Grid & { column_min: number[]; codes: Record<string, { loss: number }> }
  combat_defenders: Grid & { codes: Record<string, { loss: number; retreat: number; exploit: number }> }
  rating_effects: Record<string, RatingEffect>
  surprise_effects: Record<string, { attacker_steps: number; defender_steps: number; defender_retreat: number; instead: number; defender_steps_if_none: number }>
  cover_shifts: Record<string, CoverShift>
  combat_limits: Record<string, number>
  armor_advantage: { drm: Record<string, number> }
  combat_density: Record<string, { left: number; right: number }>
  burma_rules?: { banzai_ambush_add: number; banzai_surprise_add: number }
}

/** A way of attacking that charts may have besides the ordinary one. */
export interface SpecialAttack {
  id: string
  title: string
  case: string
  supply: number
  second_roll: number
  losses_only: boolean
}

/** What charts with air combat of their own have: tables of 1992, or numbers of New OCS. */
export interface OtherAir {
  air_to_air: BandTable
  doubling_up: { needed_advantage: number }
  air_operations: Record<string, number>
}

/** What only charts have whose supply evades. */
export interface OfNewOcs {
  supply_evasion: BandTable & { capacity: Record<string, string> }
}

export interface Charts extends Partial<TwoSided>, Partial<OtherAir>, Partial<OfNewOcs> {
  combat: Grid & { lines: Record<string, string[]>; codes: Record<string, CombatCode> }
  surprise: BandTable
  capture: Grid<number>
  supply_costs: Record<string, number>
  air_combat: BandTable
  special_attacks?: Record<string, SpecialAttack>
  options_freed?: { by_destruction: boolean }
  /** Of kinds that are looked up. */
  answers: Record<string, Answers>
}

/** Row of a grid for a roll: rolls off the table read its first or last row. */
export function rowOf(rows: readonly number[], roll: number): number {
  return Math.min(rows.length - 1, Math.max(0, roll - rows[0]!))
}

export const cellOf = <R>(grid: Grid<R>, column: number, roll: number): R => grid.results[rowOf(grid.rows, roll)]![column]!

export const shifted = (grid: Grid<unknown>, column: number, by: number): number => Math.min(grid.columns.length - 1, Math.max(0, column + by))

export function readBand(bands: readonly Band[], number: number): string | number {
  return bands.find((band) => band.max === null || number <= band.max)!.result
}

export function modifier(table: { modifiers: BandTable['modifiers'] }, id: string): number {
  const value = table.modifiers.find((line) => line.id === id)?.value
  if (typeof value !== 'number') throw new AskError(`the chart has no number for ${id}`)
  return value
}

export const signed = (n: number): string => (n > 0 ? `+${n}` : String(n))
