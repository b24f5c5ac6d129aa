// Where the present step of a lesson is done: what is lit on the map, and which buttons are ringed.

import type { RailMode } from '../rail.svelte'
import type { GameStore } from '../store.svelte'
import type { Table } from '../table.svelte'
import type { Hex } from '../types'
import { type Pointers, pointers } from './pointing'

export class Lit {
  constructor(
    private readonly game: GameStore,
    private readonly table: Table,
    private readonly rail: RailMode
  ) {}

  now: Pointers = $derived.by(() => {
    const { game, table, rail } = this
    return pointers(game.mine ? (game.view.hint ?? null) : null, {
      hex: table.selected?.hex ?? -1,
      units: table.selected?.units ?? [],
      draft: table.draft !== null || table.gunfire !== null,
      rail: rail.on,
      cargo: rail.cargo,
      hexOf: (unit) => game.unit(unit)?.hex ?? -1
    })
  })

  /** One value for the same hexes, so that what depends on them is not painted anew after each answer. */
  private key = $derived(this.now.hexes.join(' '))
  hexes: readonly Hex[] = $derived(this.key ? this.key.split(' ').map(Number) : [])
}
