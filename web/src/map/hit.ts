// Which counter lies under a point: the one that is drawn there.

import type { Unit, View } from '../game/types'
import { COUNTER } from './counters'
import type { Grid, Point } from './geometry'
import { counterSpot, shownUnits, stackOrder } from './scene'

/** The units of a hex as they lie, from bottom to top: the engine says which one is on top of an own or enemy stack. */
export function orderAt(view: View, hex: number): Unit[] {
  const here = view.units.filter((u) => u.hex === hex).sort(stackOrder)
  for (const stack of view.stacks) {
    const top = stack.hex === hex ? here.findIndex((u) => u.id === stack.top) : -1
    if (top >= 0) here.push(...here.splice(top, 1))
  }
  return here
}

/** The counter that is drawn at a point of the map (in its units); of those that overlap the upper one. */
export function counterAt(grid: Grid, view: View, hex: number, at: Point): Unit | null {
  const units = orderAt(view, hex)
  const shown = shownUnits({ hex, units, dump: null, works: null }).reverse()
  const half = COUNTER / 2
  const hit = shown.find(({ index }) => {
    const spot = counterSpot(grid, hex, index, units.length)
    return Math.abs(at.x - spot.x) <= half && Math.abs(at.y - spot.y) <= half
  })
  return hit?.unit ?? null
}
