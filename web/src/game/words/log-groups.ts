// The groups by which a player filters the log; the server names a line's kind by where its event is defined. And which
// lines are told as one.

import type { LogLine } from '../types'
import { counted } from './amounts'
import { capital } from './names'

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  combat: ['combat', 'disorganization', 'defensive_fire', 'aimed_barrage', 'banzai', 'evaded', 'cleared', 'hq_evasion', 'assault_events'],
  supply: ['supply', 'low_supply', 'tap'],
  moves: ['movement', 'raiders', 'recon', 'covers'],
  works: ['construction', 'works', 'damaged_rails'],
  air: ['air', 'tasks', 'air_drop', 'supply_drop', 'unit_drop', 'load_drop', 'drop_plans', 'trainbusting', 'interdict', 'hex_flak', 'joint_barrage', 'base_supply', 'rebasing', 'by_air'],
  sea: ['naval', 'ship_strike', 'port_raid', 'cargo_events', 'invasion_events', 'craft'],
  units: ['replacements', 'breakdowns'],
  command: ['events'],
  phases: ['sequence']
}
const BY_KIND = new Map(Object.entries(GROUPS).flatMap(([group, kinds]) => kinds.map((kind) => [kind, group] as const)))

/** The group of a kind of line, in a word; what this page does not know is a group of its own. */
export const groupOf = (kind: string): string => BY_KIND.get(kind) ?? kind.replaceAll('_', ' ')

/** Lines of a formation whose units did the same one after another, told as one. */
export interface Series {
  formation: string
  lines: LogLine[]
}

const FEW = 2 // lines that need no fold
const ALIKE = new Set(['UnitMoved', 'ModeChanged', 'ReserveReleased'])
const PAID_ON_THE_WAY = new Set(['FuelPaid', 'FuelDrawn', 'SupplySpent'])

/** Lines of the log; what units of one formation did alike, unit after unit, is together: their moves with the fuel that was
 *  paid in between, their turning to a mode, their release from Reserve. */
export function folded(lines: readonly LogLine[], formationOf: (unit: string) => string): (LogLine | Series)[] {
  const doing = (line: LogLine | undefined): string => {
    const names = line && ALIKE.has(line.type) ? new Set(line.units.map(formationOf)) : []
    return [...names].length === 1 ? [line!.side, line!.type, line!.details?.mode ?? '', [...names][0]].join(' ') : ''
  }
  const found: (LogLine | Series)[] = []
  for (let at = 0; at < lines.length; at++) {
    const what = doing(lines[at])
    const formation = what && formationOf(lines[at]!.units[0]!)
    const between = lines[at]!.type === 'UnitMoved' ? PAID_ON_THE_WAY : new Set<string>()
    let [end, alike] = [at, 0]
    for (let next = at; formation && next < lines.length && (doing(lines[next]) === what || between.has(lines[next]!.type)); next++) {
      if (doing(lines[next]) !== what) continue
      alike++
      end = next
    }
    if (alike > FEW) found.push({ formation: formation as string, lines: lines.slice(at, (at = end) + 1) })
    else found.push(lines[at]!)
  }
  return found
}

/** A series in a sentence. */
export function seriesText({ formation, lines }: Series, name: (hex: number) => string): string {
  const done = lines.filter((l) => ALIKE.has(l.type))
  const who = `${formation}: ${counted(new Set(done.flatMap((l) => l.units)).size, 'unit')}`
  const first = done[0]!
  if (first.type === 'ModeChanged') return `${who} change to ${capital(first.details.mode ?? '')} Mode`
  if (first.type === 'ReserveReleased') return `${who} are released from Reserve`
  const places = (hexes: number[]) => {
    const names = [...new Set(hexes)].map(name)
    return names.length > 2 ? counted(names.length, 'hex') : names.join(' and ')
  }
  return `${who} move from ${places(done.map((l) => l.hexes[0]!))} to ${places(done.map((l) => l.hexes.at(-1)!))}`
}

/** The lines, where several segments in a row that passed by themselves are one. */
export function together(lines: readonly LogLine[]): LogLine[] {
  const found: LogLine[] = []
  let passed: string[] = []
  for (const line of lines) {
    const passes = line.type === 'ByItself' && line.by?.why === 'passed'
    passed = passes ? [...passed, line.phase_name] : []
    if (passed.length < 2) found.push(line)
    else found[found.length - 1] = { ...line, text: `${passed.slice(0, -1).join('; ')} and ${passed.at(-1)}: ${line.by!.text}, so they passed by themselves` }
  }
  return found
}

/** A piece of a line; with a hex it is a link to it. */
export interface Piece {
  text: string
  hex: number
}

/** Any of these names, as words of their own: a box off the map may have several, and a hex a dot. */
const anyOf = (names: string[]): RegExp => {
  const longest = names.sort((a, b) => b.length - a.length).map((n) => n.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return new RegExp(`(?<![\\w.])(?:${longest.join('|')})(?!\\w|\\.\\w)`, 'g')
}

/** A line's sentence with its hexes as links where they are named; hexes that it does not name follow. */
export function linked(text: string, hexes: readonly number[], name: (hex: number) => string): Piece[] {
  const named = new Map(hexes.map((hex) => [name(hex), hex]))
  const pieces: Piece[] = []
  const told = new Set<number>()
  let at = 0
  const found = named.size ? text.matchAll(anyOf([...named.keys()])) : []
  for (const { 0: word, index } of found) {
    const hex = named.get(word)!
    told.add(hex)
    pieces.push({ text: text.slice(at, index), hex: -1 }, { text: word, hex })
    at = index + word.length
  }
  pieces.push({ text: text.slice(at), hex: -1 })
  for (const [word, hex] of named) if (!told.has(hex)) pieces.push({ text: ' ', hex: -1 }, { text: word, hex })
  return pieces.filter((p) => p.text)
}
