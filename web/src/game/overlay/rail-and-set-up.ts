// What railways, Extenders and a set-up lay over the map. Prices and letters go with every tint.

import { OVERLAY } from '../../map/palette'
import type { Overlay, Tint, Trail } from '../../map/paint-overlays'
import { short } from '../words/mp'
import type { Hex, View } from '../types'
import type { ExtenderView, RailReach, SetUpGroup } from '../types-ground'

export interface GroundInput {
  rail: { answer: RailReach; cost: (hex: Hex) => string; affords: (hex: Hex) => boolean } | null
  extenders: boolean
  inHand: string | null // the unit that is being set up
  ways: readonly Hex[] // into and out of a holding box, for the units that are picked
  range: ReadonlyMap<Hex, string> // of the Extender that is picked
  hover: Hex
}

export function groundOverlay(view: View, input: GroundInput): Overlay {
  const tints: Tint[] = []
  const trails: Trail[] = []
  if (view.set_up) tints.push(...zones(view.set_up.groups, input.inHand))
  for (const hex of input.ways) tints.push({ hex, ink: OVERLAY.reach, alpha: 0.14, ring: true, dash: true, text: '⇄' })
  if (input.rail) {
    tints.push(...stops(input.rail))
    const to = input.rail.answer.hexes[input.hover]
    if (to) trails.push({ hexes: to.path, ink: OVERLAY.throw, width: 4 })
  }
  if (input.extenders) {
    for (const [hex, mp] of input.range) tints.push({ hex, ink: OVERLAY.draw, alpha: 0.12, pattern: 'hatch', text: short(mp) })
    for (const e of view.extenders ?? []) {
      tints.push(...linked(e))
      if (e.link.length > 1) trails.push({ hexes: [...e.link].reverse(), ink: OVERLAY.draw, width: 4.2, dash: !e.source, arrow: false })
    }
  }
  return { tints, trails }
}

/** Detrainable hexes with their price; what the Rail Cap does not reach is crossed out. */
function stops({ answer, cost, affords }: NonNullable<GroundInput['rail']>): Tint[] {
  return Object.keys(answer.hexes).map(Number).map((hex) => {
    const enough = affords(hex)
    const price = cost(hex).split(' ').map(short).join('')
    return { hex, ink: enough ? OVERLAY.throw : OVERLAY.blocked, alpha: enough ? 0.18 : 0.08, pattern: enough ? 'dots' : 'cross', ring: enough, text: price }
  })
}

function linked(e: ExtenderView): Tint[] {
  const works = e.link.length > 0
  const own: Tint = { hex: e.hex, ink: works ? OVERLAY.draw : OVERLAY.blocked, alpha: 0.14, pattern: works ? 'dots' : 'cross', ring: true, text: works ? 'X' : 'X!' }
  return [own, ...e.joins.map((hex): Tint => ({ hex, ink: OVERLAY.draw, alpha: 0.1, ring: true, dash: true, text: '⊣' }))]
}

const PATTERNS: readonly Tint['pattern'][] = ['dots', 'hatch', 'back', 'cross']

/** The zones of a free set-up, each with its own pattern; only the one of the unit in hand, if there is one. */
function zones(groups: readonly SetUpGroup[], inHand: string | null): Tint[] {
  const own = groups.find((g) => inHand !== null && g.units.includes(inHand))
  const shown = own ? [own] : groups.filter((g) => g.units.length || g.tokens)
  return shown.flatMap((g) => g.hexes.map((hex): Tint => ({ hex, ink: OVERLAY.choice, alpha: own ? 0.2 : 0.1, pattern: PATTERNS[groups.indexOf(g) % 4] })))
}
