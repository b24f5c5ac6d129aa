// The combat that is on stage, on the map: a mark on its target, and an arrow from each hex that attacks it.

import type { Overlay, Trail } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import type { Hex } from '../types'

export interface Ground {
  target: Hex
  /** Where the attackers stand, without the target itself. */
  from: readonly Hex[]
  /** From afar: guns, whose arrows are dashed. */
  afar: boolean
}

/** What is laid over the map for the combat on stage. */
export function theatreOverlay({ target, from, afar }: Ground): Overlay {
  const trails: Trail[] = [...new Set(from)].filter((h) => h >= 0 && h !== target).map((h) => ({ hexes: [h, target], ink: OVERLAY.overrun, width: 6, inset: afar ? 34 : 30, dash: afar }))
  return { tints: [{ hex: target, ink: OVERLAY.overrun, alpha: 0.16, ring: true, text: '✕' }], trails }
}

/** An overlay with another over it. */
export const over = (below: Overlay, above: Overlay | null): Overlay => (above ? { ...below, tints: [...below.tints, ...above.tints], trails: [...below.trails, ...above.trails] } : below)
