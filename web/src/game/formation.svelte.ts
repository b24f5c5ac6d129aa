// Orders for a formation: its units as the server tells them, and one call for what all of them do.

import type { Trail } from '../map/paint-overlays'
import { OVERLAY } from '../map/palette'
import type { GameStore } from './store.svelte'
import type { Table } from './table.svelte'
import type { FormationAnswer, Hex, MarchAnswer, Unit } from './types'

const MOST_TOLD = 3

export interface Turn {
  mode: string
  facing: string
  units: readonly string[]
}

export class FormationMode {
  /** The formation whose panel is open; "" none. */
  name = $state('')
  answer = $state.raw<FormationAnswer | null>(null)
  /** Units of it that the next order leaves out. */
  out = $state.raw<ReadonlySet<string>>(new Set())
  /** The next click on a hex is where the formation marches. */
  marching = $state(false)
  legs = $state.raw<MarchAnswer | null>(null)
  private asked = 0
  private to = $state<Hex>(-1)

  constructor(
    private readonly game: GameStore,
    private readonly table: Table
  ) {}

  /** Own formations on the map, in their order. */
  names = $derived.by(() => {
    const { game, table } = this
    return [...new Set(game.view.units.filter((u) => u.hex >= 0 && table.own(u)).map((u) => u.counter.formation).filter(Boolean))].sort()
  })
  /** Formations can be ordered about now. */
  usable = $derived.by(() => this.game.mine && this.names.length > 0 && ['movement_segment', 'move', 'mode_determination'].includes(this.game.view.decision?.procedure ?? ''))
  /** What is asked about: the open formation, else that of the unit that is picked. */
  wanted = $derived.by(() => (!this.usable ? '' : this.name || (this.table.selectedUnits.find((u) => this.table.own(u))?.counter.formation ?? '')))
  units = $derived.by((): readonly Unit[] => (this.answer?.units ?? []).flatMap((u) => this.game.unit(u.unit) ?? []))
  ordered = $derived.by((): readonly string[] => (this.answer?.units ?? []).map((u) => u.unit).filter((id) => !this.out.has(id)))
  hexes = $derived.by((): readonly Hex[] => (this.name ? [...new Set(this.units.map((u) => u.hex))] : []))

  /** Every mode that some of them could turn to where they stand, and who. */
  turns = $derived.by((): Turn[] => {
    const found = new Map<string, Turn & { units: string[] }>()
    for (const unit of this.answer?.units ?? []) {
      if (this.out.has(unit.unit)) continue
      for (const { mode, facing = 'combat' } of unit.modes) {
        const key = `${mode} ${facing}`
        const turn = found.get(key) ?? { mode, facing, units: [] as string[] }
        turn.units.push(unit.unit)
        found.set(key, turn)
      }
    }
    return [...found.values()]
  })
  /** Units in Reserve that can be released now. */
  reserves = $derived.by(() => this.ordered.filter((id) => (this.table.byUnit.get(id) ?? []).some((c) => c.action.type === 'release')))

  trails = $derived.by((): Trail[] => (this.legs?.legs ?? []).filter((l) => l.path.length > 1).map((l) => ({ hexes: l.path, ink: OVERLAY.reach })))

  /** What a march to the hex under the pointer would bring. */
  said = $derived.by(() => {
    const legs = this.legs?.legs
    if (!legs?.length) return `Click the hex that ${this.name} marches to.`
    const count = (n: number, words: string) => (n ? [`${n} ${words}`] : [])
    const there = legs.filter((l) => l.path.at(-1) === this.to).length
    const going = legs.filter((l) => l.path.length > 1).length
    return `${this.name} to ${this.game.namer.hex(this.to)}: ${[...count(there, 'get there'), ...count(going - there, 'on the way'), ...count(legs.length - going, 'stay')].join(', ')}`
  })

  open(name: string): void {
    this.name = name
    this.out = new Set()
    this.stay()
    void this.look()
  }

  /** The first hex where it stands; null: nowhere on the map. */
  get home(): Hex | null {
    const { game, table, name } = this
    return game.view.units.find((u) => u.hex >= 0 && u.counter.formation === name && table.own(u))?.hex ?? null
  }

  close(): void {
    this.name = ''
    this.out = new Set()
    this.stay()
  }

  /** No march after all. */
  stay(): void {
    this.marching = false
    this.legs = null
    this.to = -1
  }

  /** The formation after the one that is open, or that of the unit that is picked. */
  next(): void {
    if (!this.usable) return
    const picked = this.table.selectedUnits[0]?.counter.formation ?? ''
    const { names } = this
    this.open(this.name ? names[(names.indexOf(this.name) + 1) % names.length]! : names.includes(picked) ? picked : names[0]!)
  }

  toggle(unit: string): void {
    const out = new Set(this.out)
    if (!out.delete(unit)) out.add(unit)
    this.out = out
  }

  /** Asks the server about the formation that is wanted; answers that come late are forgotten. */
  async look(): Promise<void> {
    const token = ++this.asked
    const { game } = this
    const name = this.wanted
    const found = name ? await game.api.formation(game.eyes, name).catch(() => null) : null
    if (token !== this.asked) return
    this.answer = found
    if (this.name && !found) this.close()
  }

  /** One payment for all; the unit that begins to move for it stays in hand. */
  async fuel(): Promise<void> {
    const fuel = this.answer?.fuel
    if (!fuel) return
    const picked = this.table.selection?.units.find((id) => fuel.covers.includes(id))
    await this.game.macro({ type: 'fuel', units: (this.answer?.units ?? []).map((u) => u.unit), starter: picked ?? fuel.starter })
  }

  async turn(turn: Turn): Promise<void> {
    await this.game.macro({ type: 'turn', units: [...turn.units], mode: turn.mode, facing: turn.facing })
    this.tell()
  }

  async release(): Promise<void> {
    await this.game.act(...this.reserves.map((unit) => ({ type: 'release' as const, unit })))
  }

  /** Who was left, and why, where the click was; all of them stand in the panel. */
  private tell(): void {
    const { left } = this.game
    if (left.length) this.table.callout = { refusals: left.slice(0, MOST_TOLD).map((one) => one.refusal) }
  }

  /** Where each would get on a march to a hex. */
  async preview(hex: Hex): Promise<void> {
    if (!this.marching || hex === this.to) return
    this.to = hex
    if (hex < 0 || !this.ordered.length) {
      this.legs = null
      return
    }
    const { game } = this
    const found = await game.api.march(game.eyes, this.ordered, hex).catch(() => null)
    if (hex === this.to && this.marching) this.legs = found
  }

  async march(hex: Hex): Promise<void> {
    const units = [...this.ordered]
    this.stay()
    if (!units.length) return
    await this.game.macro({ type: 'march', units, hex })
    this.tell()
  }
}
