// Who stands where, as the viewer of a game may know it: from the view, which the server has redacted.

import type { GameStore } from '../../game/store.svelte'
import type { FrontPage, View } from '../../game/types'
import { livery } from '../../map/palette'
import type { Stand } from './small-map'

/** Where the sides stand now. Supply and trucks are left out: they would hide the front. */
export function standsOf(game: GameStore, view: View = game.view): Stand[] {
  return game.info.sides.map(({ id }, seat) => {
    const own = view.units.filter((u) => u.side === id && u.hex >= 0 && u.hex < game.grid.size && u.counter.kind !== 'transport')
    return { seat, livery: livery(own.find((u) => u.counter.nation)?.counter.nation ?? '', seat), hexes: [...new Set(own.map((u) => u.hex))] }
  })
}

/** Where they stand at the start. */
export function startsOf(page: FrontPage): Stand[] {
  return page.sides.map(({ id }, seat) => ({ seat, livery: livery(page.starts[id]?.nation ?? '', seat), hexes: page.starts[id]?.hexes ?? [] }))
}
