// What the server says of supply, made ready for the map and for the ear: legs with the MP spent, the hex that stops a
// path, and what would cut it.

import type { Tint, Trail } from '../../map/paint-overlays'
import { OVERLAY } from '../../map/palette'
import { mpValue, short } from '../words/mp'
import type { CutKind, Cuts, Hex, Mark, Obstacle, SupplyAnswer, SupplyLine } from '../types'
import { counted } from '../words/amounts'

/** The MP spent after each step of a path. */
export const spentLabels = (marks: readonly Mark[]) => marks.slice(1).map((m) => short(m.mp))

/** One leg as it lies on the map: from the supply to who uses it. A rail leg has no MP. */
export function trailsOf(lines: readonly SupplyLine[], dash = false): Trail[] {
  return lines.map((line) => {
    const hexes = line.marks.map((m) => m.hex)
    if (line.beside >= 0) hexes.push(line.beside)
    const ink = line.kind === 'throw' ? OVERLAY.throw : OVERLAY.draw
    if (line.kind === 'rail') return { hexes, ink, dash: true, width: 3.2 }
    // draws and links are told from who makes them outward, but what flows comes the other way
    const labels = [...spentLabels(line.marks), ...(line.beside >= 0 ? [''] : [])]
    return line.kind !== 'throw' ? { hexes: hexes.reverse(), ink, dash, width: 3.6, labels: labels.reverse() } : { hexes, ink, dash, width: 3.6, labels }
  })
}

/** A path up to where the MP are used up, and the rest. */
export function splitAtLimit(path: readonly Mark[], limit: string): { within: Mark[]; beyond: Mark[] } {
  const most = mpValue(limit)
  const over = path.findIndex((m) => mpValue(m.mp) > most)
  return over < 0 ? { within: [...path], beyond: [] } : { within: path.slice(0, over), beyond: path.slice(Math.max(0, over - 1)) }
}

/** The way that was meant, what stops it, and the enemies that do. */
export function obstacleMarks(o: Obstacle, hexOf: (unit: string) => Hex): { tints: Tint[]; trails: Trail[] } {
  const { within, beyond } = splitAtLimit(o.path, o.have)
  const trails: Trail[] = []
  const far = o.reason === 'too_far'
  if (within.length > 1) trails.push({ hexes: within.map((m) => m.hex), ink: far ? OVERLAY.draw : OVERLAY.blocked, dash: true, arrow: false, width: 3.4, labels: spentLabels(within) })
  if (beyond.length > 1) trails.push({ hexes: beyond.map((m) => m.hex), ink: OVERLAY.blocked, dash: true, arrow: false, width: 3.4, labels: spentLabels(beyond) })
  if (o.cause) {
    // the chain is followed back to the stop that is closed: that is what has to be mended
    const behind = obstacleMarks(o.cause, hexOf)
    return { tints: [...(o.target >= 0 ? [{ hex: o.target, ink: OVERLAY.draw, alpha: 0.1, ring: true }] : []), ...behind.tints], trails: [...trails, ...behind.trails] }
  }
  const tints: Tint[] = o.units.map(hexOf).filter((h) => h >= 0).map((hex) => ({ hex, ink: OVERLAY.blocked, alpha: 0.06, ring: true, dash: true }))
  const stop = far && beyond.length > 1 ? beyond[1]!.hex : o.hex
  if (stop >= 0) tints.push({ hex: stop, ink: OVERLAY.blocked, alpha: 0.16, pattern: 'cross', ring: true, text: '!' })
  if (o.target >= 0 && o.target !== stop) tints.push({ hex: o.target, ink: OVERLAY.draw, alpha: 0.1, ring: true })
  return { tints, trails }
}

export const CUT_LETTER: Record<CutKind, string> = { zoc: 'Z', unit: 'U', unit_with_zoc: 'U+Z' }
export const CUT_WORDS: Record<CutKind, string> = {
  zoc: 'A ZOC into one of these is enough',
  unit: 'An enemy unit in one of these',
  unit_with_zoc: 'An enemy unit with a ZOC in one of these'
}

export const cutTints = (cuts: Cuts): Tint[] => cuts.cuts.map((c) => ({ hex: c.hex, ink: OVERLAY.overrun, alpha: 0.14, pattern: 'back', ring: c.by === 'zoc', dash: true, text: CUT_LETTER[c.by] }))

/** The obstacle at the end of a chain of Extenders: what has to be mended first. */
export const rootOf = (o: Obstacle): Obstacle => (o.cause ? rootOf(o.cause) : o)

/** In one line: is the unit in supply, and can anybody pay for it? */
export function verdict(answer: SupplyAnswer): { good: boolean; text: string } {
  const { trace, payers, marked } = answer
  const ways = payers?.payers.length ?? 0
  const paying = ways ? `${counted(ways, 'way')} to pay` : 'nothing can pay'
  if (answer.link) return answer.link.obstacle ? { good: false, text: 'Links nothing.' } : { good: true, text: answer.link.source ? 'Linked: a source of trace.' : 'Linked: joins railroads.' }
  if (trace?.obstacle?.reason === 'no_need') return { good: true, text: 'Uses no supply.' }
  const tracing = trace?.result.found ? 'Traces' : 'Does not trace'
  const mark = marked ? (trace?.result.found ? ', is still marked Out of Supply' : ', is Out of Supply') : ''
  return { good: !!trace?.result.found && !marked, text: `${tracing}${mark}; ${paying}.` }
}
