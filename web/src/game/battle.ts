// The course of the last combat, barrage or air mission, from the log: how it began, its dice, its result, what came of it.

import type { Hex, LogLine } from './types'
import { groupOf } from './words/log-groups'

export interface Battle {
  /** The number of the action with which it was declared. */
  n: number
  hex: Hex
  kind: 'attack' | 'overrun' | 'barrage' | 'air'
  /** The side that attacks, or flies. */
  side: string
  lines: readonly LogLine[]
  /** Another phase or segment has begun since, and somebody has moved in it. */
  past: boolean
}

export interface Throw {
  dice: readonly number[]
  /** What was thrown for, and what came of it, in words. */
  text: string
}

/** What a combat, a barrage or a mission begins with, by the type of the line. */
const DECLARED: Readonly<Record<string, Battle['kind']>> = { AttackDeclared: 'attack', OverrunDeclared: 'overrun', BarrageDeclared: 'barrage', GunfireOpened: 'barrage', MissionFlown: 'air' }
/** What may be part of a mission, and else begins something itself. */
const WITHIN: Readonly<Record<string, Battle['kind']>> = { StrikeMade: 'barrage', AircraftDisclosed: 'air' }
/** What comes after it: another phase, a move, the fuel for one. Whatever else an edition tells meanwhile is part of it. */
const AFTER = new Set(['sequence', 'movement'])
const STILL = new Set(['ExploitGained', 'ModeChanged'])
const NEVER = new Set(['FuelPaid'])
const MARCHES = new Set(['UnitMoved', 'UnitRailed'])
/** By 1992 Flak fires at each aircraft before those on a station strike with their guns. */
const SHOT = 'HexFlakFired'
const STRUCK = 'AircraftStruck'
const FAR = 400 // lines of the log that a combat and what came after it may take

const inAir = (l: LogLine): boolean => groupOf(l.kind) === 'air'
const ends = (l: LogLine): boolean => (AFTER.has(l.kind) && !STILL.has(l.type)) || NEVER.has(l.type)

/** Whether the course of something that began with this line can be looked at. */
export function isToTell(log: readonly LogLine[], line: LogLine): boolean {
  if (!(line.type in DECLARED) && !(line.type in WITHIN)) return false
  const battle = battleOf(log, line.n)
  return battle !== null && battle.lines[0]?.type === line.type && battle.lines[0].side === line.side && !isQuiet(battle)
}

const isFlak = (log: readonly LogLine[], at: number): boolean => !!log[at]?.dice.length && log[at + 1]?.type === SHOT

/** Whether a line is part of a barrage from a station, or of a mission, that an earlier line began. */
function isUnderWay(log: readonly LogLine[], at: number): boolean {
  const hex = hexOf(log, at)
  for (let i = at - 1; i >= 0 && at - i < FAR; i--) {
    const before = log[i]!
    if (ends(before) || before.type === 'BarrageResolved') return false
    if ((before.type === 'MissionFlown' || before.type === STRUCK || before.type === SHOT) && before.hexes.at(-1) === hex) return true
  }
  return false
}

/** Where a line is about; the dice of Flak are told by the line after them. */
const hexOf = (log: readonly LogLine[], at: number): Hex => log[isFlak(log, at) ? at + 1 : at]!.hexes.at(-1) ?? -1

/** What begins with a line of the log: a combat, a barrage, a mission; null if nothing does. */
export function beginsAt(log: readonly LogLine[], at: number): Battle['kind'] | null {
  const line = log[at]!
  if (line.type === STRUCK || isFlak(log, at)) return isUnderWay(log, at) ? null : 'barrage'
  const kind = DECLARED[line.type]
  if (kind) return line.type === 'BarrageDeclared' && isUnderWay(log, at) ? null : kind
  const within = WITHIN[line.type]
  if (!within || (line.type === 'AircraftDisclosed' && log[at - 1]?.type === line.type)) return null // the other side's
  for (let i = at - 1; i >= 0 && at - i < FAR; i--) {
    const before = log[i]!
    const here = before.hexes.at(-1) === line.hexes.at(-1)
    if (ends(before) || (before.type in WITHIN && !here)) break
    if (before.type in DECLARED) return before.type === 'MissionFlown' && here ? null : within
  }
  return within
}

/** The last combat, barrage or mission that a log tells of; null if there was none lately. */
export function lastBattle(log: readonly LogLine[]): Battle | null {
  for (let at = log.length - 1; at >= Math.max(0, log.length - FAR); at--) {
    const kind = beginsAt(log, at)
    if (kind) return battleFrom(log, at, kind)
  }
  return null
}

/** The one that was declared with an action; null if the log does not tell of it. */
export function battleOf(log: readonly LogLine[], n: number): Battle | null {
  for (let at = log.findIndex((line) => line.n === n); at >= 0 && log[at]?.n === n; at++) {
    const kind = beginsAt(log, at)
    if (kind) return battleFrom(log, at, kind)
  }
  return null
}

function battleFrom(log: readonly LogLine[], at: number, kind: Battle['kind']): Battle {
  const line = log[at]!
  const after = log.slice(at + 1, at + 1 + FAR)
  const fought = line.type === 'AircraftDisclosed' // and nothing else: it ends with itself
  const end = after.findIndex((l, i) => ends(l) || beginsAt(log, at + 1 + i) !== null || (fought && after[i - 1]?.type === 'AirCombatEnded'))
  const lines = [line, ...(end < 0 ? after : after.slice(0, end))]
  const flown = lines.find((l) => l.type === STRUCK || l.type === 'AircraftAborted') // Flak is of the other side
  return { n: line.n, hex: hexOf(log, at), kind, side: (isFlak(log, at) ? flown : line)?.side ?? line.side, lines, past: after.slice(after.findIndex((l) => l.type === 'PhaseBegan') + 1 || after.length).some((l) => MARCHES.has(l.type)) }
}

/** Missions are drafted beside the map and not on stage, so their side looks at the dice afterwards. */
export const isDraftedAside = (battle: Battle): boolean => battle.kind === 'air'

/** A flight that nobody met and no die was rolled for: nothing to look at. */
export const isQuiet = (battle: Battle): boolean => battle.kind === 'air' && !battle.lines.some((l) => l.dice.length)

/** Whether there is something to look at that came after a state. */
export const isNews = (battle: Battle | null, since: number): battle is Battle => battle !== null && !isQuiet(battle) && battle.lines.some((l) => l.n > since)

/** What came of each two dice of Flak that were thrown together. */
function shotsAfter(lines: readonly LogLine[], at: number): LogLine[] {
  const rest = lines.slice(at + 1)
  const next = rest.findIndex((l) => l.dice.length)
  return rest.slice(0, next < 0 ? rest.length : next).filter((l) => l.type === SHOT)
}

/** The throws of a battle in their order, each with the line of the log that tells what came of it. */
export function throwsOf(battle: Battle): Throw[] {
  return battle.lines.flatMap((line, i) => {
    if (!line.dice.length) return []
    if (isFlak(battle.lines, i)) return shotsAfter(battle.lines, i).map((shot, j) => ({ dice: line.dice.slice(2 * j, 2 * j + 2), text: shot.text }))
    return [{ dice: line.dice, text: tellerOf(battle, i)?.text ?? rolled(line) }]
  })
}

/** The line that tells what came of the dice of another one. */
function tellerOf({ lines }: Battle, at: number): LogLine | null {
  const next = lines[at + 1]
  if (!lines[at]?.dice.length || !next || next.dice.length) return null
  return next.details.result !== undefined || next.details.who !== undefined || (inAir(next) && next.details.roll !== undefined) ? next : null
}

/** Of a throw that has no line of its own: what it was thrown for, and its sum. */
function rolled(line: LogLine): string {
  const purpose = line.text.slice(line.text.lastIndexOf(': ') + 2)
  return `${purpose.charAt(0).toUpperCase()}${purpose.slice(1)}: ${line.dice.reduce((a, b) => a + b, 0)}`
}

export interface Result {
  /** As the chart writes it. */
  text: string
  /** What it asks of both sides. */
  meaning: string
  line: LogLine
}

/** The results that were read, in their order: a special attack may have two. Those in the air are told with their dice. */
export function resultsOf(battle: Battle): Result[] {
  return battle.lines.flatMap((line) => (line.details.result === undefined || inAir(line) ? [] : [{ text: line.details.result, meaning: line.details.meaning ?? '', line }]))
}

const TOLD = new Set(['StepLost', 'UnitEliminated', 'Disorganized', 'OptionTaken', 'UnitRetreated', 'UnitAdvanced', 'ExploitGained', 'AttackCancelled', 'DumpCaptured', 'TransportCaptured', 'AttackerLeftOut', 'ShipStruck', 'CraftStruck', 'AssaultAnswered', 'AssaultEnded', 'CraftLost', 'CargoSunk', 'UnitLanded'])
/** What needs no telling of a flight: it was declared, laid out, is over, or somebody is back at a base. */
const UNTOLD = new Set(['MissionFlown', 'MissionAssigned', 'MissionOver', 'AircraftDisclosed', 'AirCombatEnded', 'AircraftLanded', 'CargoCounted', 'GlidersTowed', 'StrikeMade', SHOT, STRUCK])

/** What came of it, in the words of the log. */
export const courseOf = (battle: Battle): LogLine[] =>
  battle.lines.filter((line, i) => (inAir(line) ? !UNTOLD.has(line.type) && tellerOf(battle, i - 1) !== line : TOLD.has(line.type) && line.details.result === undefined))
