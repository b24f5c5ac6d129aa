// What an attack would bring, as the server foresees it: the question that the player asks (who, how options are met, what
// if) and the answer. `words/chances` says it in words.

import type { GameStore } from './store.svelte'
import type { Hex } from './types'
import type { OddsPreview, PlanForecast, Policy, Strokes } from './types-odds'

export class Foresight {
  policy = $state.raw<Policy>({ attacker: 'losses', defender: 'retreat' })
  /** Terrain chosen for the defender, by attacking hex, "-1" his own; what is not chosen helps him most. */
  terrain = $state.raw<Readonly<Record<string, string>>>({})
  /** Who fires first in the plan of an attack; of a barrage these are its own units. */
  guns = $state.raw<readonly string[]>([])
  /** Who attacks after the barrage that is being drafted. */
  attackers = $state.raw<readonly string[]>([])
  then = $state<Hex>(-1)
  /** A way of attacking besides the ordinary one ('') that the charts of the game have. */
  special = $state('')
  odds = $state.raw<OddsPreview | null>(null)
  plan = $state.raw<PlanForecast | null>(null)
  strokes = $state.raw<Strokes | null>(null)
  problem = $state('')
  /** Why there is no plan: a barrage that the rules would not let fire, for one. */
  planProblem = $state('')
  private asked = 0
  private target: Hex = -1

  constructor(private readonly game: GameStore) {}

  /** Asks about an attack, or what may follow a barrage; an answer that a later question has overtaken is dropped. */
  async ask(kind: 'regular' | 'overrun' | 'barrage', hex: Hex, units: readonly string[]): Promise<void> {
    const mine = ++this.asked
    if (this.target >= 0 && hex !== this.target) this.forget()
    this.target = hex
    const { policy, terrain, then, special } = this
    const { api, eyes } = this.game
    const [attackers, guns] = kind === 'barrage' ? [this.attackers, units] : [units, this.guns]
    if (!units.length) {
      this.odds = this.plan = null
      return
    }
    const wanted = kind !== 'overrun' && attackers.length > 0 && (guns.length > 0 || then >= 0)
    let planProblem = ''
    const unplanned = (e: unknown) => {
      planProblem = said(e)
      return null
    }
    try {
      const [odds, plan, strokes] = await Promise.all([
        kind === 'barrage' ? null : api.odds(eyes, hex, units, kind, policy, terrain, special),
        wanted ? api.plan(eyes, hex, attackers, guns, then, policy, special).catch(unplanned) : null,
        kind === 'overrun' ? null : api.strokes(eyes, hex)
      ])
      if (mine !== this.asked) return
      Object.assign(this, { odds, plan, strokes, planProblem, problem: '' })
    } catch (e) {
      if (mine !== this.asked) return
      this.odds = this.plan = null
      this.problem = said(e)
    }
  }

  choose(against: Hex, terrain: string): void {
    const { [String(against)]: _, ...others } = this.terrain
    this.terrain = terrain ? { ...others, [String(against)]: terrain } : others
  }

  private forget(): void {
    this.terrain = {}
    this.guns = this.attackers = []
    this.special = ''
    this.then = -1
  }
}

const said = (e: unknown) => (e instanceof Error ? e.message : String(e))
