// The hexes that a lesson names, over all other layers: a ring, dots and an arrow, so that no colour is needed to see them.

import type { Overlay } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import type { Hex } from '../types'

export function withLesson(overlay: Overlay, hexes: readonly Hex[]): Overlay {
  if (!hexes.length) return overlay
  const marks = hexes.map((hex) => ({ hex, ink: OVERLAY.pointed, alpha: 0.16, pattern: 'dots' as const, ring: true }))
  return { ...overlay, tints: [...overlay.tints, ...marks] }
}
