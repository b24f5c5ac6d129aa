// Moves that the player prepares before they are asked: the list as the server keeps it, and the stack that the next click sends somewhere.

import type { PreparedMove, PreparedMoves } from './api-types'
import { OVERLAY } from '../map/palette'
import type { Trail } from '../map/paint-overlays'
import type { GameStore } from './store.svelte'
import type { Hex } from './types'

export class Prepared {
  told = $state.raw<PreparedMoves | null>(null)
  open = $state(false)
  /** Clicks on the map choose a stack, then where it marches. */
  picking = $state(false)
  /** The own units of the hex that was clicked, and which of them stay. */
  units = $state.raw<readonly string[]>([])
  out = $state.raw<ReadonlySet<string>>(new Set())
  problem = $state('')
  private asked = 0

  constructor(private readonly game: GameStore) {}

  /** Whether the player may prepare moves: they play a side, or part of it. */
  usable = $derived.by(() => this.game.humans.length > 0 && this.game.at === null && !this.game.view.over && !this.game.rests)
  any = $derived.by(() => (this.told?.moves.length ?? 0) > 0)
  /** The moves that the player may change and order; those of others of the side stay as they are. */
  own = $derived.by(() => (this.told?.moves ?? []).filter((m) => m.yours))
  shared = $derived.by(() => this.own.length < (this.told?.moves.length ?? 0))
  due = $derived.by(() => this.own.length > 0 && !!this.told?.due && this.game.mine)
  shown = $derived.by(() => this.game.at === null && !this.game.rests && (this.open || this.due))
  going = $derived.by(() => this.units.filter((id) => !this.out.has(id)))
  trails = $derived.by((): Trail[] => (this.shown ? (this.told?.moves ?? []) : []).flatMap((m) => m.legs).filter((l) => l.path.length > 1).map((l) => ({ hexes: l.path, ink: OVERLAY.reach })))
  /** Where the stack stands that was clicked. */
  hexes = $derived.by((): readonly Hex[] => [...new Set(this.units.flatMap((id) => this.game.unit(id)?.hex ?? []))])
  said = $derived.by(() => (this.going.length ? `Click the hex that ${this.game.namer.list(this.going)} will march to.` : 'Click a stack of yours.'))

  /** How far a move would get, in words; what is missing is told beside it. */
  outcome(move: PreparedMove): string {
    const going = move.legs.filter((l) => l.path.length > 1)
    const there = move.legs.filter((l) => l.path.at(-1) === move.hex).length
    if (there === move.legs.length) return 'gets there'
    if (there) return `${there} of ${move.legs.length} get there`
    if (!going.length) return 'cannot go'
    return `as far as ${[...new Set(going.map((l) => l.path.at(-1)!))].map((h) => this.game.namer.hex(h)).join(', ')}`
  }

  show(open: boolean): void {
    this.open = open
    this.stop()
    if (open) void this.look()
  }

  stop(): void {
    this.picking = false
    this.units = []
    this.out = new Set()
  }

  /** One step back: from the stack to none, then no more clicks. */
  back(): void {
    if (this.units.length) this.units = []
    else this.stop()
  }

  /** A new state, or another person at the screen: what is prepared is asked for where there is something, or was never asked. */
  async follow(): Promise<void> {
    const { told, game } = this
    if (this.away) return
    if (told && told.side !== game.actor) this.told = null
    if (!this.told || this.any || this.open) await this.look()
  }

  /** Somebody of the side has changed the list, perhaps on this page. */
  async hear(): Promise<void> {
    if (!this.away) await this.look()
  }

  /** What is prepared does not show now; once it does, it is asked for. */
  private get away(): boolean {
    const { game } = this
    return !game.humans.length || game.at !== null || game.curtain !== null
  }

  async look(): Promise<void> {
    const token = ++this.asked
    const { game } = this
    const found = game.humans.includes(game.actor) ? await game.api.prepared(game.actor).catch(() => null) : null
    if (token === this.asked) this.told = found
  }

  async click(hex: Hex): Promise<void> {
    const { game, told } = this
    if (!told || hex < 0) return
    const own = game.view.units.filter((u) => u.hex === hex && u.side === told.side && !game.grey.has(u.id)).map((u) => u.id)
    if (!this.going.length) {
      this.units = own
      this.out = new Set()
      return
    }
    const move = { units: [...this.going], hex }
    if (await this.keep([...this.own, move])) this.units = []
  }

  toggle(unit: string): void {
    const out = new Set(this.out)
    if (!out.delete(unit)) out.add(unit)
    this.out = out
  }

  without = (move: PreparedMove) => this.keep(this.own.filter((m) => m !== move))
  first = (move: PreparedMove) => this.keep([move, ...this.own.filter((m) => m !== move)])

  /** Keeps these moves instead of the player's before. */
  async keep(moves: readonly { units: readonly string[]; hex: Hex }[], changes: { segment?: string; sends?: boolean } = {}): Promise<boolean> {
    const { told, game } = this
    if (!told) return false
    const token = ++this.asked
    const segment = changes.segment ?? (told.segment || this.usual)
    const sends = changes.sends ?? told.sends
    try {
      const found = await game.api.prepare(told.side, segment, moves.map((m) => ({ units: [...m.units], hex: m.hex })), sends, told.mark)
      if (token === this.asked) this.told = found
      this.problem = ''
      return true
    } catch (e) {
      await this.look()
      this.problem = e instanceof Error ? e.message : String(e)
      return false
    }
  }

  /** The segment of the Movement Phase, for which most moves are prepared. */
  get usual(): string {
    const names = this.told?.segments.map((s) => s.name) ?? []
    return names.find((name) => name.startsWith('movement/')) ?? names[0] ?? ''
  }

  async send(): Promise<void> {
    await this.game.send()
    await this.look()
  }
}
