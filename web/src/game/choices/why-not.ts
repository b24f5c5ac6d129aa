// What units of a hex may not do now, and why: asked of the server in one call.

import type { GameStore } from '../store.svelte'
import type { Table } from '../table.svelte'
import type { Action, Refusal } from '../types'

/** Modes that a player may want, with the side up that goes with each. */
const WANTED_MODES = [['reserve', 'combat'], ['strat', 'move'], ['move', 'move'], ['combat', 'combat']] as const

export async function whyNot(game: GameStore, table: Table, ids: readonly string[]): Promise<Refusal[]> {
  const selected = table.selected
  if (!game.mine || !selected || table.draft) return []
  const here = table.ownAt(selected.hex).map((u) => u.id)
  const units = table.moving ? here : ids.length ? ids : here.slice(0, 3)
  const tests = units.slice(0, 4).flatMap((unit) => unitTests(game, table, unit))
  const answers = await game.api.why(game.eyes, tests)
  const found = new Map<string, Refusal>()
  for (const a of answers) if (a.refusal && !a.refusal.code.startsWith('turn.')) found.set(a.refusal.text, a.refusal)
  return [...found.values()]
}

function unitTests(game: GameStore, table: Table, unit: string): Action[] {
  const { segment, decision } = game.view
  if (table.moving) {
    const begun = (decision?.data as { begun?: boolean } | null)?.begun === true
    if (!table.moving.units.includes(unit)) return [{ type: 'add_unit', unit }]
    const now = game.unit(unit)
    const wanted = WANTED_MODES.filter(([mode]) => mode !== (now?.marker || now?.mode))
    return begun ? [] : wanted.map(([mode, facing]) => ({ type: 'set_mode', unit, mode, facing }))
  }
  if (decision?.procedure === 'breakout_segment') return table.byUnit.get(unit)?.length ? [] : [{ type: 'breakout', unit }]
  const types = segment === 'movement' ? (['begin_move', ...(game.unit(unit)?.marker === 'reserve' ? (['release'] as const) : [])] as const) : []
  const offered = new Set((table.byUnit.get(unit) ?? []).map((c) => c.action.type))
  return types.filter((t) => !offered.has(t)).map((type) => ({ type, unit }))
}
