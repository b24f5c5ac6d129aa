// The groups by which a player filters the log; the server names a line's kind by where its event is defined. And which
// lines are told as one.

import type { LogLine } from '../types'
import { counted } from './amounts'

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  combat: ['combat', 'disorganization', 'defensive_fire', 'aimed_barrage', 'banzai', 'evaded', 'cleared', 'hq_evasion'],
  supply: ['supply', 'low_supply', 'tap'],
  moves: ['movement', 'raiders', 'recon', 'covers'],
  works: ['construction', 'works', 'damaged_rails'],
  air: ['air', 'tasks', 'air_drop', 'supply_drop', 'unit_drop', 'load_drop', 'drop_plans', 'trainbusting', 'interdict', 'hex_flak', 'joint_barrage', 'base_supply', 'rebasing', 'by_air'],
  sea: ['naval'],
  units: ['replacements', 'breakdowns'],
  command: ['events'],
  phases: ['sequence']
}
const BY_KIND = new Map(Object.entries(GROUPS).flatMap(([group, kinds]) => kinds.map((kind) => [kind, group] as const)))

/** The group of a kind of line, in a word; what this page does not know is a group of its own. */
export const groupOf = (kind: string): string => BY_KIND.get(kind) ?? kind.replaceAll('_', ' ')

/** Lines of a formation that marched, told as one. */
export interface March {
  formation: string
  lines: LogLine[]
}

const FEW = 2 // moves that need no fold
const PAID_ON_THE_WAY = new Set(['FuelPaid', 'FuelDrawn', 'SupplySpent'])

/** Lines of the log; moves of one formation, unit after unit, are together, with the fuel that was paid in between. */
export function folded(lines: readonly LogLine[], formationOf: (unit: string) => string): (LogLine | March)[] {
  const mover = (line: LogLine | undefined): string => {
    const names = line?.type === 'UnitMoved' ? new Set(line.units.map(formationOf)) : []
    return [...names].length === 1 ? `${line!.side} ${[...names][0]}` : ''
  }
  const found: (LogLine | March)[] = []
  for (let at = 0; at < lines.length; at++) {
    const who = mover(lines[at])
    const formation = who && formationOf(lines[at]!.units[0]!)
    let [end, moves] = [at, 0]
    for (let next = at; formation && next < lines.length && (mover(lines[next]) === who || PAID_ON_THE_WAY.has(lines[next]!.type)); next++) {
      if (mover(lines[next]) !== who) continue
      moves++
      end = next
    }
    if (moves > FEW) found.push({ formation: formation as string, lines: lines.slice(at, (at = end) + 1) })
    else found.push(lines[at]!)
  }
  return found
}

/** A march in a sentence. */
export function marchText({ formation, lines }: March, name: (hex: number) => string): string {
  const moves = lines.filter((l) => l.type === 'UnitMoved')
  const places = (hexes: number[]) => {
    const names = [...new Set(hexes)].map(name)
    return names.length > 2 ? counted(names.length, 'hex') : names.join(' and ')
  }
  return `${formation}: ${counted(new Set(moves.flatMap((l) => l.units)).size, 'unit')} move from ${places(moves.map((l) => l.hexes[0]!))} to ${places(moves.map((l) => l.hexes.at(-1)!))}`
}

/** A piece of a line; with a hex it is a link to it. */
export interface Piece {
  text: string
  hex: number
}

/** A line's sentence with its hexes as links where they are named; hexes that it does not name follow. */
export function linked(text: string, hexes: readonly number[], name: (hex: number) => string): Piece[] {
  const named = new Map(hexes.map((hex) => [name(hex), hex]))
  const pieces: Piece[] = []
  const told = new Set<number>()
  for (const part of text.split(/(\S+)/)) {
    const [, before, word, after] = /^(\W*)(.*?)(\W*)$/.exec(part)!
    const hex = named.get(word!)
    if (hex === undefined) pieces.push({ text: part, hex: -1 })
    else {
      told.add(hex)
      pieces.push({ text: before!, hex: -1 }, { text: word!, hex }, { text: after!, hex: -1 })
    }
  }
  for (const [word, hex] of named) if (!told.has(hex)) pieces.push({ text: ' ', hex: -1 }, { text: word, hex })
  return pieces.filter((p) => p.text)
}
