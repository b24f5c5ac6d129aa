// What the player asks ahead of time, kept while the panel is closed: which tab, who would attack what, who is assumed where.

import type { GameStore } from '../../game/store.svelte'
import type { Hex } from '../../game/types'

export type Tab = 'attack' | 'cuts' | 'budget' | 'modes'

class Study {
  tab = $state<Tab>('attack')
  /** Of whom a ZOC would cut units. */
  ours = $state(false)
  alone = $state(false)
  /** Own units that are taken to stand elsewhere, in one game. */
  assumed = $state.raw<Readonly<Record<string, Hex>>>({})
  game = ''

  enter(game: GameStore): void {
    if (this.game === game.info.id) return
    this.game = game.info.id
    this.assumed = {}
  }

  /** Takes units to stand in a hex; without one, where they do. */
  assume(units: readonly string[], hex: Hex | null): void {
    const others = Object.entries(this.assumed).filter(([id]) => !units.includes(id))
    this.assumed = Object.fromEntries([...others, ...(hex === null ? [] : units.map((id) => [id, hex] as const))])
  }
}

export const study = new Study()

/** An answer to a question that is asked again when it changes; one that a later question has overtaken is dropped. */
export class Asked<T> {
  answer = $state.raw<T | null>(null)
  problem = $state('')
  private last = ''

  async ask(question: string, call: () => Promise<T>): Promise<void> {
    if (question === this.last) return
    this.last = question
    try {
      const answer = await call()
      if (question === this.last) Object.assign(this, { answer, problem: '' })
    } catch (e) {
      if (question === this.last) Object.assign(this, { answer: null, problem: e instanceof Error ? e.message : String(e) })
    }
  }

  none(): void {
    this.last = ''
    this.answer = null
    this.problem = ''
  }
}
