// What an attack may bring, counted out over all dice with the chart that the game uses.

import type { ChartTable } from './types'

export interface Outcome {
  result: string
  chance: number // 0 to 1
}

const TWO_DICE = [0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1] // ways to throw each total with two dice

/**
 * Chances of each result of the combat table. `column` is the one before surprise; `surprise` counts the 36 throws that give
 * surprise to the attacker, to nobody, to the defender; a surprise shifts by one die.
 */
export function outcomes(table: ChartTable, column: number, drm: number, surprise: readonly [number, number, number]): Outcome[] {
  const { results, rows } = table.table as { results: string[][]; rows: number[] }
  const last = results[0]!.length - 1
  const found = new Map<string, number>()
  const at = (shift: number, weight: number) => {
    const c = Math.min(last, Math.max(0, column + shift))
    for (let total = 2; total <= 12; total++) {
      const row = Math.min(rows.length - 1, Math.max(0, total + drm - rows[0]!))
      const result = results[row]![c]!
      found.set(result, (found.get(result) ?? 0) + (weight * TWO_DICE[total]!) / 36)
    }
  }
  const [attacker, nobody, defender] = surprise
  at(0, nobody / 36)
  for (let die = 1; die <= 6; die++) {
    at(die, attacker / 36 / 6)
    at(-die, defender / 36 / 6)
  }
  return [...found].map(([result, chance]) => ({ result, chance })).filter((o) => o.chance > 0).sort((a, b) => b.chance - a.chance)
}

export interface Summary {
  attackerLoses: number
  defenderLoses: number
  retreat: number // chance that the defender has an option to meet
  disorganized: number
  exploit: number
}

/** Expected steps and chances, from the code of each result. */
export function summarize(all: readonly Outcome[], table: ChartTable): Summary {
  const codes = (table.table as { codes: Record<string, { a_loss: number; d_loss: number; d_option: number; d_dg: boolean; exploit: number }> }).codes
  const sum: Summary = { attackerLoses: 0, defenderLoses: 0, retreat: 0, disorganized: 0, exploit: 0 }
  for (const { result, chance } of all) {
    const cell = codes[result]
    if (!cell) continue
    sum.attackerLoses += chance * cell.a_loss
    sum.defenderLoses += chance * cell.d_loss
    if (cell.d_option) sum.retreat += chance
    if (cell.d_dg) sum.disorganized += chance
    if (cell.exploit) sum.exploit += chance
  }
  return sum
}

/** Row of a grid for a roll: rolls off the table read its first or last row. */
export function rowOf(rows: readonly number[], roll: number): number {
  return Math.min(rows.length - 1, Math.max(0, roll - rows[0]!))
}
