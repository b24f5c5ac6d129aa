// What a click, a step key, Enter and Esc mean at the decision that is open.

import { amounts, type Choice } from './choices'
import { counted, supplyText } from '../words/amounts'
import { short } from '../words/mp'
import type { FormationMode } from '../formation.svelte'
import type { RailMode } from '../rail.svelte'
import type { RouteMode } from '../route.svelte'
import type { GameStore } from '../store.svelte'
import { menuOf } from './menu'
import { planning } from './mission'
import type { MenuItem, Selection, Table } from '../table.svelte'
import type { Hex } from '../types'

/** What was held and what was hit in a click. */
export interface How {
  /** The counter that lies under the pointer. */
  unit?: string
  /** The hex is one to go through. */
  via?: boolean
}

/** Procedures that are a segment or a phase themselves: before their end the player is warned of what is left to do. */
export const SEGMENTS = /(segment|phase|refit)$/

export class HandOnMap {
  constructor(
    private readonly game: GameStore,
    private readonly table: Table,
    private readonly rail: RailMode,
    private readonly route: RouteMode,
    private readonly formation: FormationMode
  ) {}

  async click(hex: Hex, at: { x: number; y: number }, all: boolean, how: How = {}): Promise<void> {
    const { game, table } = this
    if (table.dialog?.kind === 'menu') table.dialog = null
    table.callout = null
    if (hex < 0) {
      this.route.clear()
      if (!table.moving) table.drop()
      return
    }
    if (game.mine && this.formation.marching) return this.formation.march(hex)
    if (game.mine && table.selected?.units.length && hex !== table.selected.hex && !this.rail.on) {
      if (how.via || this.route.adding) return this.through(hex)
      if (this.route.via.length) return this.goTo(hex)
    }
    await this.clickOn(hex, at, all, how.unit ?? '')
  }

  private async clickOn(hex: Hex, at: { x: number; y: number }, all: boolean, on: string): Promise<void> {
    const { game, table } = this
    if (!game.mine) {
      table.choose(hex, [])
      return
    }
    if (this.rail.on && game.view.decision?.step !== 'send') {
      // the railways are in hand: nothing walks
      if (this.rail.answer?.hexes[hex] && hex !== table.selected?.hex) {
        if (this.rail.affords(hex)) await this.ride(hex, at, all)
      } else if (!table.moving) table.pick(hex, all, on)
      return
    }
    if (table.shipInHand && table.reach?.hexes[hex]) return this.sail(table.shipInHand.ship, hex, at, all)
    if (await this.takeAt(hex, at)) return
    if ((planning(game.view)?.hex ?? 0) < 0) return this.explainTarget(hex)
    const reach = table.reach?.hexes[hex]
    if (reach && table.selected) {
      const selected = table.selected
      const go = () => this.moveAlong(selected, reach.path)
      const instead = table.moving ? this.turnTo(hex) : this.lookAt(hex, all)
      if (instead) this.menu(at, [{ key: 'move-here', text: `Move ${game.namer.list(selected.units)} here (${short(reach.mp_left)} MP left)`, run: go }, instead])
      else await go()
      return
    }
    if (table.selected?.units.length && game.grid.waysOf(table.selected.hex).includes(hex)) {
      await this.moveAlong(table.selected, [table.selected.hex, hex])
      return
    }
    if (table.reach?.overruns.includes(hex) && table.selected) {
      await this.prepareOverrun(table.selected, hex)
      return
    }
    if (table.selected?.units.length && hex !== table.selected.hex && !this.stands(hex)) return this.explain(hex)
    if (!table.moving) table.pick(hex, all, on)
  }

  /** Something of the player's own stands there, which may have been meant. */
  private stands(hex: Hex): boolean {
    const { game, table } = this
    return !table.moving && (table.ownAt(hex).length > 0 || game.view.dumps.some((d) => d.hex === hex && d.side === game.actor))
  }

  /** Who clicks counters that may act may mean to pick them: then a move there is offered, and not made. A ship, which seldom joins others, sails
   *  onto no counters unasked. On a hex without any, whose way the map has shown, the click moves. */
  private lookAt(hex: Hex, all: boolean, sails = false): MenuItem | null {
    const { game, table } = this
    const where = game.namer.hex(hex)
    const pick = () => table.pick(hex, all)
    if (table.ownAt(hex).some((u) => table.canMove(u.id))) return { key: 'pick-here', text: `Pick the stack in ${where}`, run: pick }
    const vessels = table.vesselsAt(hex)
    if (vessels.some((v) => table.maySail(v.id))) return { key: 'pick-here', text: `Pick the ships in ${where}`, run: pick }
    return sails && (vessels.length || table.ownAt(hex).length) ? { key: 'look-here', text: `Look at what is in ${where}`, run: () => table.choose(hex, []) } : null
  }

  /** The ship in hand, to a hex in its reach. */
  private async sail(ship: string, hex: Hex, at: { x: number; y: number }, all: boolean): Promise<void> {
    const { game, table } = this
    const go = () => this.sailTo(ship, hex)
    const instead = table.sailing ? this.halted(hex) : this.lookAt(hex, all, true)
    const left = table.reach?.hexes[hex]?.mp_left
    if (instead) this.menu(at, [{ key: 'sail-here', text: `Sail ${game.namer.word(ship)} here${left ? ` (${counted(short(left), 'hex')} left)` : ''}`, run: go }, instead])
    else await go()
  }

  /** From the ship that sails to others in the hex that was clicked: it halts where it is. */
  private halted(hex: Hex): MenuItem | null {
    const { game, table } = this
    const { sailing } = table
    if (!sailing || hex === sailing.hex || !table.vesselsAt(hex).some((v) => v.side === game.actor && !v.sailed)) return null
    return {
      key: 'pick-here',
      text: `Halt ${game.namer.word(sailing.ship)} and pick the ships in ${game.namer.hex(hex)}`,
      run: async () => {
        if (await game.act({ type: 'halt' })) table.pick(hex)
      }
    }
  }

  /** From the stack on the move to another one that was clicked and has its move yet: the first halts where it is. */
  private turnTo(hex: Hex): MenuItem | null {
    const { game, table } = this
    const { moving } = table
    const halt = game.choices.some((c) => c.action.type === 'halt')
    if (!moving || !halt || hex === moving.hex || !table.ownAt(hex).some((u) => !u.moved && !moving.units.includes(u.id))) return null
    return {
      key: 'pick-here',
      text: `Halt ${game.namer.list(moving.units)} and pick the stack in ${game.namer.hex(hex)}`,
      run: async () => {
        if (await game.act({ type: 'halt' })) table.pick(hex)
      }
    }
  }

  /** Says at the click what is missing for the units in hand to get there; they stay in hand. */
  private async explain(hex: Hex): Promise<void> {
    const { game, table } = this
    if (!table.reach && !table.moving) return table.pick(hex)
    const way = await this.route.ask(hex)
    this.route.way = null
    if (way?.refusals.length) table.callout = { refusals: way.refusals, instead: this.turnTo(hex) }
    else if (way && table.selected) await this.moveAlong(table.selected, way.marks.map((m) => m.hex))
    else if (!table.moving && !game.refusal) table.pick(hex)
  }

  /** Says at the click why the mission that is planned cannot be flown there. */
  private async explainTarget(hex: Hex): Promise<void> {
    const { game, table } = this
    const answers = await game.api.why(game.eyes, [{ type: 'aim_mission', hex }])
    const refusals = answers.flatMap((a) => (a.refusal ? [a.refusal] : []))
    if (refusals.length) table.callout = { refusals }
    else table.pick(hex)
  }

  /** One more waypoint, or what is missing to get there. */
  async through(hex: Hex): Promise<void> {
    if (!(await this.route.add(hex)) && this.route.way?.refusals.length) {
      this.table.callout = { refusals: this.route.way.refusals }
      await this.route.ask(this.route.via.at(-1) ?? hex, this.route.via.slice(0, -1))
      if (!this.route.via.length) this.route.clear()
    }
  }

  /** Moves what is in hand to a hex, through the waypoints. */
  async goTo(hex: Hex): Promise<void> {
    const { table, route } = this
    const selected = table.selected
    const last = route.via.at(-1)
    if (!selected) return
    const way = hex === last ? await route.ask(hex, route.via.slice(0, -1)) : await route.ask(hex)
    if (!way) return
    if (way.refusals.length) {
      table.callout = { refusals: way.refusals }
      if (last === undefined) route.clear()
      else await route.ask(last, route.via.slice(0, -1))
      return
    }
    route.clear()
    await this.moveAlong(selected, way.marks.map((m) => m.hex))
  }

  /** A dragged counter is let go. */
  async letGo(hex: Hex): Promise<void> {
    const { route, table, game } = this
    const from = route.dragging?.from
    route.clear()
    if (!from || hex < 0 || hex === from.hex) return
    if (table.reach?.overruns.includes(hex)) return this.prepareOverrun(from, hex)
    const enemies = table.moving && table.byHex.get(hex)?.find((c) => c.kind.click === 'dialog')
    if (enemies) table.dialog = { kind: 'overrun', hex }
    else if (game.mine) await this.goTo(hex)
  }

  /** The menu of a hex, at a place on the map. */
  async openMenu(hex: Hex, at: { x: number; y: number }): Promise<void> {
    if (hex < 0 || this.game.curtain !== null) return
    this.table.callout = null
    const menu = await menuOf(this.game, this.table, this.route, this.formation, this, hex)
    this.table.dialog = { kind: 'menu', at: { x: at.x, y: at.y - 16 }, ...menu }
  }

  /** By rail; a click on another own stack, or on supply, may mean either. */
  private async ride(hex: Hex, at: { x: number; y: number }, all: boolean): Promise<void> {
    const { game, table, rail } = this
    const cargo = rail.cargo === 'supply' ? supplyText(rail.tokens) : game.namer.list(rail.units)
    const others = table.ownAt(hex).some((u) => table.canMove(u.id)) || game.view.dumps.some((d) => d.hex === hex && d.tokens)
    if (table.moving || !others) await rail.ride(hex)
    else
      this.menu(at, [
        { key: 'ride-here', text: `${cargo} by rail to here (${rail.costTo(hex)} Rail Cap)`, run: () => rail.ride(hex) },
        { key: 'pick-here', text: `Pick the stack in ${game.namer.hex(hex)}`, run: () => table.pick(hex, all) }
      ])
  }

  /** A choice that belongs to the hex: taken when it is the only one, else offered in a menu. */
  private async takeAt(hex: Hex, at: { x: number; y: number }): Promise<boolean> {
    const { game, table } = this
    const picked = table.selection?.units[0]
    let here = (table.byHex.get(hex) ?? []).filter((c) => !table.draft || c.action.type !== 'declare_attack')
    const forPicked = here.filter((c) => c.unit !== null && c.unit === picked)
    if (forPicked.length) here = forPicked
    if (table.reach?.hexes[hex]) here = here.filter((c) => c.kind.place !== 'reach')
    const units = game.unitsAt(hex).map((u) => u.id)
    const byUnit = game.choices.filter((c) => c.unit !== null && c.hex === null && units.includes(c.unit) && c.kind.click)
    const all: Choice[] = [...here, ...byUnit]
    if (!all.length) return false
    const inMode = game.view.set_up ? all.find((c) => c.action.type === 'place_unit' && `${String(c.action.mode)} ${String(c.action.facing)}` === table.setUpMode) : undefined
    const only = inMode ?? all[0]!
    if (inMode) {
      await game.act(only.action)
      return true
    }
    if (all.length === 1 && only.kind.click === 'dialog') table.dialog = { kind: 'overrun', hex }
    else if (all.length === 1 && only.kind.click === 'do') await game.act(only.action)
    else {
      const item = (c: Choice): MenuItem => ({ key: c.key, text: c.text, run: () => this.take(c) })
      const items: (MenuItem | MenuItem[])[] = amounts(all).map((c) => (Array.isArray(c) ? c.map(item) : item(c)))
      if (all.some((c) => c.kind.click === 'ask')) items.push({ key: 'pick-here', text: `Look at the stack in ${game.namer.hex(hex)}`, run: () => table.pick(hex) })
      this.menu(at, items)
    }
    return true
  }

  take(c: Choice): Promise<boolean> | void {
    if (c.kind.click === 'dialog' && c.hex !== null) this.table.dialog = { kind: 'overrun', hex: c.hex }
    else return this.game.act(c.action)
  }

  private menu(at: { x: number; y: number }, items: (MenuItem | MenuItem[])[]): void {
    this.table.dialog = { kind: 'menu', items, at: { x: Math.max(4, at.x - 20), y: at.y + 16 } }
  }

  /** The ship in hand sails to a hex in its reach, and may sail on from there. */
  private async sailTo(ship: string, hex: Hex): Promise<void> {
    const path = this.table.reach?.hexes[hex]?.path ?? []
    await this.game.macro({ type: 'move', units: [ship], path: [...path] })
  }

  private async moveAlong(selected: Selection, path: readonly Hex[]): Promise<void> {
    const { game, table } = this
    table.selection = { hex: selected.hex, units: selected.units }
    await game.macro({ type: 'move', units: [...selected.units], path: [...path] })
  }

  /** Takes the stack up, fuels it as far as the engine offers, and opens the dialog of the overrun. */
  async prepareOverrun(selected: Selection, hex: Hex): Promise<void> {
    const { game, table } = this
    if (!table.moving && !(await game.macro({ type: 'move', units: [...selected.units], path: [selected.hex] }))) return
    table.dialog = { kind: 'overrun', hex }
  }

  /** A step of the stack that is picked, in direction 0 to 5. */
  async step(direction: number): Promise<void> {
    const { game, table } = this
    const selected = table.selected
    if (!game.mine || !selected) return
    const to = game.grid.neighbour(selected.hex, direction)
    if (to < 0) return
    const choice = (table.byHex.get(to) ?? []).find((c) => c.kind.stepKey)
    if (choice) await game.act(choice.action)
    else if (table.byHex.get(to)?.some((c) => c.kind.click === 'dialog')) table.dialog = { kind: 'overrun', hex: to }
    else if (selected.units.length) await game.macro({ type: 'move', units: [...selected.units], path: [selected.hex, to] })
  }

  async halt(): Promise<void> {
    await this.game.act({ type: 'halt' })
  }

  /** Stacks that were clicked before the target was named join the attack as it is declared. */
  async addGathered(): Promise<void> {
    const { game, table } = this
    const wanted = table.gathered.filter((unit) => game.choices.some((c) => c.action.type === 'add_unit' && c.unit === unit))
    table.gathered = []
    if (wanted.length) await game.act(...wanted.map((unit) => ({ type: 'add_unit' as const, unit })))
  }

  /** One step back: from the menu, the drag, what was said, the march, the last waypoint, a draft, a stack that was taken up and
   *  has not begun, the formation, the selection. Nothing is spent. */
  async escape(): Promise<void> {
    const { game, table, route, formation } = this
    const cancel = table.draft && game.choices.find((c) => c.action.type === 'cancel')
    const begun = (game.view.decision?.data as { begun?: boolean } | null)?.begun
    if (table.dialog) table.dialog = null
    else if (route.dragging) route.clear()
    else if (table.callout ?? game.refusal) table.callout = game.refusal = null
    else if (formation.marching) formation.stay()
    else if (route.via.length || route.adding) await (route.via.length ? route.back() : route.clear())
    else if (cancel) await game.act(cancel.action)
    else if (table.sailing && table.sailing.hex === this.startOfVoyage && game.view.undo.possible) await game.undo()
    else if (table.moving && begun === false && game.view.undo.possible) await game.undo()
    else if (formation.name) formation.close()
    else table.drop()
  }

  private get startOfVoyage(): Hex | undefined {
    return (this.game.view.decision?.data as { start?: number } | null)?.start
  }

  canConfirm(): boolean {
    return this.game.mine && this.game.choices.some((c) => c.action.type === 'done')
  }

  confirm(finish: () => void): void {
    const draft = this.table.draft !== null
    if (draft || !SEGMENTS.test(this.game.view.decision?.procedure ?? '')) void this.game.end(this.game.view.decision?.ends ?? '')
    else finish()
  }

  /** What it costs a unit to enter the hexes round it. */
  async entryCosts(selected: Selection): Promise<ReadonlyMap<Hex, string>> {
    const unit = selected.units[0]
    const found = new Map<Hex, string>()
    if (!unit || selected.hex < 0) return found // nobody stands round a unit that is yet to come
    await Promise.all(
      this.game.grid.neighbours(selected.hex).map(async (hex) => {
        const { lines } = await this.game.api.cost(this.game.eyes, unit, selected.hex, hex).catch(() => ({ lines: [] }))
        if (lines.length) found.set(hex, lines.map((l) => l.mp).join('+'))
      })
    )
    return found
  }
}
