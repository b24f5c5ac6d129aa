// Armies and their zones of operations: what "done" means while units move army by army, and how zones look on the map.

import { OVERLAY } from '../../map/palette'
import type { Pattern, Tint } from '../../map/paint-overlays'
import type { Namer } from '../words/names'
import type { CommandView, ZoneView } from '../types-ground'

/** What ends with "done" while the order of command holds. */
export function commandDone(command: CommandView, namer: Namer): string | null {
  if (!command.holds) return null
  if (command.hq) return `${namer.unit(command.hq)} has finished leading its units`
  if (command.spare) return 'Done moving units without command'
  const army = command.armies.find((a) => a.state === 'now')
  if (army) return `${army.name} has been played`
  if (command.forgotten) return null
  const waiting = command.armies.some((a) => a.state === 'waits' && a.hqs.length)
  return waiting ? 'Play no more armies: move the units that no HQ led' : 'All armies have been played: move the units that no HQ led'
}

export interface ZoneLook {
  zone: ZoneView
  letter: string
  pattern: Pattern
  ink: string
}

const PATTERNS: readonly Pattern[] = ['hatch', 'back', 'dots']

/** Each zone has a letter, a pattern and an ink; the letters are those of the key. */
export function zoneLooks(zones: readonly ZoneView[]): ZoneLook[] {
  const inks = [OVERLAY.draw, OVERLAY.throw, OVERLAY.choice, OVERLAY.note]
  return zones.map((zone, i) => ({ zone, letter: String.fromCharCode(65 + (i % 26)), pattern: PATTERNS[i % PATTERNS.length]!, ink: inks[i % inks.length]! }))
}

export function zoneTints(zones: readonly ZoneView[]): Tint[] {
  return zoneLooks(zones).flatMap(({ zone, letter, pattern, ink }) => {
    const borders = new Set(zone.borders)
    return zone.hexes.map((hex): Tint => {
      const edge = borders.has(hex)
      const flank = hex === zone.left || hex === zone.right
      return { hex, ink, alpha: 0.08, pattern: edge ? 'none' : pattern, ring: edge, dash: true, text: flank ? letter : undefined }
    })
  })
}
