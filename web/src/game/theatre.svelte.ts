// The theatre of combat: which combat is on stage, from its declaration to its result, for the attacker and the defender.
// What is on stage decides what stands in the column beside the map and what is marked on the map.

import { type Battle, battleOf, isDraftedAside, isNews, isQuiet, lastBattle } from './battle'
import { type Ground, theatreOverlay } from './overlay/theatre'
import type { GameStore } from './store.svelte'
import type { Draft, Table } from './table.svelte'
import type { Action, Bill, Bills, Hex, Payer } from './types'
import type { GunfireView, Policy, TheatreAnswer } from './types-odds'

/** An act on stage. Landings will be further ones. */
export type Act =
  | { name: 'declare'; hex: Hex; draft: Draft }
  | { name: 'guns'; hex: Hex; fire: GunfireView }
  | { name: 'overrun'; hex: Hex; units: readonly string[] }
  | { name: 'open'; hex: Hex; answer: TheatreAnswer | null }
  | { name: 'over'; hex: Hex; battle: Battle }

export class Theatre {
  /** What the server tells of the combat that is open. */
  answer = $state.raw<TheatreAnswer | null>(null)
  /** How options are taken to be met in what the server tells. */
  policy = $state.raw<Policy>({ attacker: 'losses', defender: 'retreat' })
  /** Why the server tells nothing. */
  problem = $state('')
  /** Payers that the player has chosen, by the units of the bill; the usual ones pay the others. */
  payers = $state.raw<Readonly<Record<string, Payer>>>({})
  /** The player wants to be asked who pays. */
  asks = $state(false)
  /** What the key that confirms does while a declaration is on stage. */
  confirm: (() => void) | null = null
  /** The number of the battle whose course stays on stage when it is over. */
  private kept = $state<number | null>(null)
  /** The number of a battle of the past that the player has opened, and where the keyboard was. */
  private viewed = $state<number | null>(null)
  private from: HTMLElement | null = null
  /** While the other side's turn is played back: its battles after this state are on stage, but for one that was put away. */
  private film = $state<number | null>(null)
  private shut = $state<number | null>(null)
  /** Up to this number the digest tells of the battles: they leave the stage, and are opened from there. */
  told = $state(-1)
  private asked = 0
  private last = { seq: -1, mine: false, me: '' }
  private opened = -1 // the state with which the page came
  private readonly seen = new Map<string, number>() // the last state that each person at this screen has looked at
  private begun: number | null = null // the state in which the player committed
  private hurries = false // the player wants to see the end of the Air Combat
  private hurrying = false

  constructor(
    private readonly game: GameStore,
    private readonly table: Table
  ) {}

  /** The last battle that the player has read of. */
  battle = $derived.by((): Battle | null => (this.game.at === null ? lastBattle(this.game.log) : null))
  private contested = $derived.by(() => (this.game.at === null ? (this.game.view.decision?.contested ?? -1) : -1))

  act = $derived.by((): Act | null => {
    const { game, table } = this
    if (game.at !== null || game.curtain !== null) return null
    if (table.draft) return { name: 'declare', hex: table.draft.hex, draft: table.draft }
    if (table.gunfire) return { name: 'guns', hex: table.gunfire.hex, fire: table.gunfire }
    if (this.contested >= 0 && game.mine) return { name: 'open', hex: this.contested, answer: this.answer?.hex === this.contested ? this.answer : null }
    if (table.overrun) return { name: 'overrun', ...table.overrun }
    const battle = this.viewed === null ? this.played : battleOf(game.log, this.viewed)
    return battle && { name: 'over', hex: battle.hex, battle }
  })

  /** The last battle, if it stays on stage by itself: the player had a part in it, or it is played back. */
  private get played(): Battle | null {
    const { battle, film } = this
    if (battle && battle.n <= this.told) return null
    if (!battle || battle.n === this.kept) return battle
    return film !== null && battle.n > film && battle.n !== this.shut && !battle.past && !isQuiet(battle) ? battle : null
  }

  /** What is on stage, as one word: another one is another scene, which the map turns to. */
  scene = $derived.by(() => (this.act ? `${this.act.name} ${this.act.hex} ${this.ground?.from.join(' ') ?? ''}` : ''))

  ground = $derived.by((): Ground | null => {
    const { act, game } = this
    if (!act) return null
    const hexes = (ids: readonly string[]) => ids.flatMap((id) => { const unit = game.unit(id); return unit ? game.placeOf(unit) : [] }).filter((h) => h >= 0 && h !== act.hex)
    if (act.name === 'declare') return { target: act.hex, from: hexes(act.draft.units), afar: act.draft.kind === 'barrage' }
    if (act.name === 'guns') return { target: act.hex, from: [...hexes(act.fire.guns), ...this.berths(act.fire.ships)], afar: true }
    if (act.name === 'overrun') return { target: act.hex, from: hexes(act.units), afar: false }
    if (act.name === 'open' && act.answer?.air) return { target: act.hex, from: this.bases([...act.answer.air.attacker.planes, ...act.answer.air.defender.planes].map((p) => p.plane)), afar: true }
    if (act.name === 'open') return { target: act.hex, from: act.answer && !act.answer.result ? hexes(act.answer.attacker.units) : [], afar: act.answer?.kind === 'barrage' }
    // the attackers still stand there, unless the game has gone on
    const afar = act.battle.kind === 'barrage' || act.battle.kind === 'air'
    const from = act.battle === this.battle ? hexes(act.battle.lines[0]?.units ?? []) : []
    return { target: act.hex, from: afar ? from : from.filter((h) => game.grid.neighbours(h).includes(act.hex)), afar }
  })

  /** Where ships are. */
  private berths(ids: readonly string[]): Hex[] {
    return ids.flatMap((id) => this.game.view.sea?.ships.find((s) => s.id === id)?.hex ?? [])
  }

  /** Where aircraft on a mission came from, as far as the player knows. */
  private bases(ids: readonly string[]): Hex[] {
    return ids.flatMap((id) => this.game.view.air?.planes.find((p) => p.id === id)?.base ?? []).filter((h) => h >= 0)
  }

  overlay = $derived.by(() => (this.ground ? theatreOverlay(this.ground) : null))

  /** Follows the game: asks about what is open, keeps what the player took part in, lets go what they have left. */
  follow(): void {
    const { game, last } = this
    const { seq } = game.view
    if (this.opened < 0) this.opened = seq
    if (game.me !== last.me) {
      this.leave()
      // two people at one screen: the one who sits down sees what happened while the other one decided
      if (isNews(this.battle, this.seen.get(game.me) ?? this.opened)) this.kept = this.battle.n
    }
    if (this.contested >= 0 && game.mine) {
      this.kept = this.battle?.n ?? null
      void this.ask().then(() => this.hurry())
    } else {
      this.asked++
      this.answer = null
      this.hurries &&= this.contested >= 0
      const went = last.mine && seq > last.seq && this.begun === null
      if (went && last.me === game.me && this.battle?.n === this.kept && !this.fresh(last.seq)) this.kept = null
    }
    if (this.begun !== null && this.battle && this.battle.n > this.begun) this.kept = this.battle.n
    const { battle } = this
    if (battle && isDraftedAside(battle) && battle.side === game.me && last.me === game.me && this.fresh(last.seq) && !isQuiet(battle)) this.kept = battle.n // the dice of one's own flight are looked at
    this.last = { seq, mine: game.mine, me: game.me }
    if (game.curtain === null) this.seen.set(game.me, seq)
  }

  /** Lines of the battle have come after state number `seq`. */
  private fresh(seq: number): boolean {
    return this.battle?.lines.some((line) => line.n > seq) ?? false
  }

  async ask(): Promise<void> {
    const mine = ++this.asked
    try {
      const answer = await this.game.api.theatre(this.game.eyes, this.policy)
      if (mine === this.asked) Object.assign(this, { answer, problem: '' })
    } catch (e) {
      if (mine === this.asked) Object.assign(this, { answer: null, problem: e instanceof Error ? e.message : String(e) })
    }
  }

  meet(policy: Policy): void {
    this.policy = policy
    void this.ask()
  }

  /** A battle of the past comes on stage; the keyboard goes back to where it was. */
  review(n: number): void {
    this.from = document.activeElement instanceof HTMLElement ? document.activeElement : null
    this.viewed = n
  }

  /** The other side's turn is played back, or no longer. */
  screen(on: boolean): void {
    this.film = on ? (this.film ?? this.game.view.seq) : null
  }

  get reviewing(): boolean {
    return this.viewed !== null
  }

  /** The result leaves the stage. */
  leave(): void {
    const { from } = this
    if (this.viewed !== null) setTimeout(() => from?.isConnected && from.focus({ preventScroll: true }))
    else if (this.film !== null) this.shut = this.battle?.n ?? null
    this.viewed = null
    this.from = null
    this.kept = null
    this.answer = null
    this.forget()
  }

  /** Whether a result stands there that can be put away. */
  get over(): boolean {
    return this.act?.name === 'over'
  }

  forget(): void {
    this.payers = {}
    this.asks = false
  }

  /** Commits, and pays as was settled before, if that is all of the price. */
  async commit(action: Action, bills: Bills | null): Promise<boolean> {
    const { game } = this
    const side = game.view.decision?.side ?? ''
    this.begun = game.view.seq
    try {
      if (!(await game.act(action))) return false
      const sure = bills && !bills.short && bills.bills.every((b) => !b.tokens || b.payers.length)
      if (sure && !this.asks) await this.pay(side, bills)
      this.forget()
      return true
    } finally {
      this.follow()
      this.begun = null
    }
  }

  /** The Air Combat goes on to its end, as far as this player decides: nobody aborts, the best rating is sent. */
  fightOn(): void {
    this.hurries = true
    void this.hurry()
  }

  private async hurry(): Promise<void> {
    if (!this.hurries || this.hurrying) return
    this.hurrying = true
    const { seq } = this.game.view
    await this.game.macro({ type: 'fight_on' })
    this.hurrying = false
    if (this.game.view.seq === seq) this.hurries = false // something else is to be decided
  }

  private async pay(side: string, bills: Bills): Promise<void> {
    const { game } = this
    const due = () => game.mine && game.view.decision?.side === side && this.contested >= 0 && game.choices.some((c) => c.action.type === 'pay')
    for (const bill of bills.bills) {
      const payer = this.payers[keyOf(bill)]
      const choice = payer && game.choices.find((c) => c.action.type === 'pay' && c.action.source === payer.source && c.action.holder === payer.holder && c.action.via === payer.via && ['', ...bill.units].includes(String(c.action.unit)))
      if (due() && choice && !(await game.act(choice.action))) return
    }
    if (due()) await game.macro({ type: 'pay_default' })
  }
}

/** A bill by the units that owe it. */
export const keyOf = (bill: Bill): string => bill.units.join()
