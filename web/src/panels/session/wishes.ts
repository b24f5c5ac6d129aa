// What a player wants of a new game, and the call that begins it.

import { lobby } from '../../game/api'
import { BOTS } from '../../game/bots'
import type { EditionInfo, ScenarioInfo } from '../../game/types'

export interface Wishes {
  side: string
  opponent: string
  edition: string
  switches: Record<string, string | number | boolean>
  seed: string
  charts: string
}

export const OPPONENTS = [
  ...BOTS,
  { id: 'human', name: 'A person beside me', text: 'Two players at one screen, with a curtain between turns.' },
  { id: 'watch', name: 'Nobody: let me watch', text: 'Two steady bots play each other.' }
] as const

/** The scenarios that are no lessons, in the order of the list: those made for learning first, then the short ones. */
export const inOrder = (scenarios: readonly ScenarioInfo[]): ScenarioInfo[] =>
  scenarios.filter((s) => !s.lesson).sort((a, b) => Number(b.teaching) - Number(a.teaching) || (a.minutes?.[1] ?? 0) - (b.minutes?.[1] ?? 0))

/** The side to propose: the one for a beginner, if the scenario names one. */
export const proposed = (s: ScenarioInfo) => s.beginner || s.sides[0]!.id

/** What to begin with: the scenario's own edition and the server's switches. */
export function wishesFor(scenario: ScenarioInfo, editions: readonly EditionInfo[], opponent = 'steady'): Wishes {
  const known = editions.find((e) => e.id === scenario.edition)
  const switches = Object.fromEntries((known?.switches ?? []).map((w) => [w.name, w.preset]))
  return { side: proposed(scenario), opponent, edition: scenario.edition, switches, seed: '', charts: '' }
}

/** Who plays each side. */
export function playersOf(scenario: ScenarioInfo, wishes: Pick<Wishes, 'side' | 'opponent'>): Record<string, string> {
  const of = (side: string) => (wishes.opponent === 'watch' ? 'steady' : wishes.opponent === 'human' || side === wishes.side ? 'human' : wishes.opponent)
  return Object.fromEntries(scenario.sides.map((s) => [s.id, of(s.id)]))
}

const PLAYED = 'redball.played'

/** Whether nothing in this browser says that somebody has played here. */
export function isNew(): boolean {
  try {
    return !Object.keys(localStorage).some((key) => key.startsWith('redball.'))
  } catch {
    return true
  }
}

/** Begins the game and opens it. Throws ApiError with a sentence. */
export async function begin(scenario: ScenarioInfo, wishes: Wishes, editions: readonly EditionInfo[]): Promise<void> {
  const known = editions.find((e) => e.id === wishes.edition)
  const changed = Object.fromEntries((known?.switches ?? []).filter((w) => wishes.switches[w.name] !== w.default).map((w) => [w.name, wishes.switches[w.name]!]))
  const seed = /^\d+$/.test(wishes.seed.trim()) ? { seed: Number(wishes.seed.trim()) } : {}
  const own = wishes.charts ? { charts: wishes.charts } : {}
  const { id } = await lobby.create({ scenario: scenario.id, players: playersOf(scenario, wishes), switches: changed, edition: wishes.edition, ...seed, ...own })
  try {
    localStorage.setItem(PLAYED, 'yes')
  } catch {
    // in a browser that stores nothing every player is a newcomer
  }
  location.hash = `#/game/${id}`
}
