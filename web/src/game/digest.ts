// What a player missed, in short: from the lines of the log that they may read, and what they saw before and after.

import type { Grid } from '../map/geometry'
import { beginsAt } from './battle'
import { isFight, isMarch } from './playback.svelte'
import type { Namer } from './words/names'
import { counted, supplyText } from './words/amounts'
import type { Hex, LogLine, SideId, Unit, View } from './types'

/** A battle or a barrage: what the table said, and the steps that each side lost in it. */
export interface Fight {
  /** The number of the action with which it was declared. */
  n: number
  hex: Hex
  kind: 'attack' | 'overrun' | 'barrage'
  by: SideId
  result: string
  lost: Record<SideId, number>
}

/** One line of the digest, with the hex that it is about (-1: none), and the number of its battle. */
export interface Point {
  text: string
  hex: Hex
  battle?: number
}

export interface Digest {
  /** Numbers of the actions before it and at its end. */
  from: number
  to: number
  marches: readonly LogLine[]
  /** Units of the other side that the player saw move, and moves of units that they could not make out. */
  moved: number
  unknown: number
  fights: readonly Fight[]
  lost: readonly Point[]
  threats: readonly Point[]
  /** Steps lost, by side. */
  steps: Record<SideId, number>
}

const CAPTURES = new Set(['DumpCaptured', 'TransportCaptured', 'HedgehogCaptured'])

/** How many steps a line says were lost. */
function stepsLost(l: LogLine): number {
  return l.type === 'StepLost' ? 1 : l.type === 'UnitEliminated' ? (l.details.steps ?? 0) : 0
}

/** The battles in order; what is lost between one and the next belongs to it. */
export function fightsOf(lines: readonly LogLine[]): Fight[] {
  const fights: Fight[] = []
  let by = ''
  let n = -1
  let open: Fight | null = null
  for (const [at, l] of lines.entries()) {
    if (beginsAt(lines, at)) {
      by = l.side
      n = l.n
      open = null
    } else if (l.type === 'PhaseBegan') open = null
    else if (isFight(l)) {
      const kind = l.type === 'BarrageResolved' ? 'barrage' : l.details.kind === 'overrun' ? 'overrun' : 'attack'
      open = { n, hex: l.hexes.at(-1) ?? -1, kind, by: by || l.side, result: l.details.result ?? '', lost: {} }
      fights.push(open)
    } else if (open && stepsLost(l)) open.lost[l.side] = (open.lost[l.side] ?? 0) + stepsLost(l)
  }
  return fights
}

const own = (view: View, me: SideId) => view.units.filter((u) => u.side === me && u.hex >= 0)

/** What the player no longer has, or can no longer use. */
function losses(lines: readonly LogLine[], before: View, me: SideId): Point[] {
  const place = new Map(before.units.map((u) => [u.id, u.hex] as const))
  const found: Point[] = []
  for (const l of lines) {
    const gone = l.type === 'UnitEliminated' || (l.type === 'StepLost' && l.details.destroyed === true)
    const mine = l.side === me
    if (gone && mine) found.push({ text: l.text, hex: place.get(l.units[0] ?? '') ?? -1 })
    else if (CAPTURES.has(l.type)) found.push({ text: l.text, hex: l.hexes.at(-1) ?? -1 })
  }
  return found
}

/** Own hexes with an enemy beside them who was not there before: dumps first, then HQs, then the others. */
function contacts(before: View, after: View, me: SideId, grid: Grid, namer: Namer): Point[] {
  const enemies = (view: View) => new Set(view.stacks.filter((s) => s.side !== me && (s.combat || s.hidden)).map((s) => s.hex))
  const was = enemies(before)
  const is = enemies(after)
  const beside = (hex: Hex, those: ReadonlySet<Hex>) => grid.neighbours(hex).filter((h) => those.has(h))
  const byHex = new Map<Hex, Unit[]>()
  for (const u of own(after, me)) byHex.set(u.hex, [...(byHex.get(u.hex) ?? []), u])
  const dumps = new Map(after.dumps.filter((d) => d.side === me && (d.tokens ?? 0) > 0).map((d) => [d.hex, d.tokens ?? 0] as const))
  const found: (Point & { rank: number })[] = []
  for (const hex of new Set([...byHex.keys(), ...dumps.keys()])) {
    const now = beside(hex, is)
    if (!now.length || beside(hex, was).length) continue
    const units = byHex.get(hex) ?? []
    const tokens = dumps.get(hex)
    const hq = units.find((u) => u.counter.kind === 'hq')
    const who = units.length > 2 ? `${namer.unit((hq ?? units[0]!).id)} and ${counted(units.length - 1, 'other')}` : units.map((u) => namer.unit(u.id)).join(', ')
    const what = [tokens ? supplyText(tokens) : '', who].filter(Boolean).join(' and ')
    found.push({ text: `The enemy is next to ${what} at ${namer.hex(hex)}`, hex, rank: tokens ? 0 : hq ? 1 : 2 })
  }
  return found.sort((a, b) => a.rank - b.rank).map(({ text, hex }) => ({ text, hex }))
}

/** Own units that are Out of Supply, or without trace, and were not before. */
function cutOff(before: View, after: View, me: SideId, namer: Namer): Point[] {
  const were = new Set(before.units.filter((u) => u.out_of_supply).map((u) => u.id))
  const out = own(after, me).filter((u) => u.out_of_supply && !were.has(u.id))
  const cut = new Set(before.lists.without_trace)
  const named = new Map(own(after, me).map((u) => [u.id, u] as const))
  const traceless = after.lists.without_trace.flatMap((id) => (cut.has(id) ? [] : (named.get(id) ?? []))).filter((u) => !out.includes(u))
  const say = (units: readonly Unit[], text: string): Point[] => {
    const hexes = [...new Set(units.map((u) => u.hex))]
    return hexes.map((hex) => ({ text: `${namer.list(units.filter((u) => u.hex === hex).map((u) => u.id))} at ${namer.hex(hex)}: ${text}`, hex }))
  }
  return [...say(out, 'now Out of Supply'), ...say(traceless, 'can no longer trace supply')]
}

/** What happened between two views of a side, as its log tells it. */
export function digestOf(log: readonly LogLine[], before: View, after: View, me: SideId, grid: Grid, namer: Namer): Digest {
  const lines = log.filter((l) => l.n > before.seq && l.n <= after.seq)
  const marches = lines.filter((l) => isMarch(l) && l.side !== me)
  const steps: Record<SideId, number> = {}
  for (const l of lines) if (stepsLost(l)) steps[l.side] = (steps[l.side] ?? 0) + stepsLost(l)
  return {
    from: before.seq,
    to: after.seq,
    marches,
    moved: new Set(marches.flatMap((l) => l.units)).size,
    unknown: lines.filter((l) => l.type === 'UnitMoved' && !l.units.length).length,
    fights: fightsOf(lines),
    lost: losses(lines, before, me),
    threats: [...contacts(before, after, me, grid, namer), ...cutOff(before, after, me, namer)],
    steps
  }
}
