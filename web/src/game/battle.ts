// The course of the last combat or barrage, from the log: how it began, its dice, its result, what came of it.

import type { Hex, LogLine } from './types'

export interface Battle {
  /** The number of the action with which it was declared. */
  n: number
  hex: Hex
  kind: 'attack' | 'overrun' | 'barrage'
  /** The side that attacks. */
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

/** What a combat or a barrage begins with, by the type of the line. */
export const DECLARED: Readonly<Record<string, Battle['kind']>> = { AttackDeclared: 'attack', OverrunDeclared: 'overrun', BarrageDeclared: 'barrage', StrikeMade: 'barrage' }
/** What comes after it: another phase, a move, the fuel for one. Whatever else an edition tells meanwhile is part of it. */
const AFTER = new Set(['sequence', 'movement'])
const STILL = new Set(['ExploitGained', 'ModeChanged'])
const NEVER = new Set(['FuelPaid'])
const MARCHES = new Set(['UnitMoved', 'UnitRailed'])
const FAR = 400 // lines of the log that a combat and what came after it may take

/** The last combat or barrage that a log tells of; null if there was none lately. */
export function lastBattle(log: readonly LogLine[]): Battle | null {
  const first = Math.max(0, log.length - FAR)
  const at = log.slice(first).findLastIndex((line) => line.type in DECLARED)
  return at < 0 ? null : battleFrom(log, first + at)
}

/** The combat or barrage that was declared with an action; null if the log does not tell of it. */
export function battleOf(log: readonly LogLine[], n: number): Battle | null {
  const at = log.findIndex((line) => line.n === n && line.type in DECLARED)
  return at < 0 ? null : battleFrom(log, at)
}

function battleFrom(log: readonly LogLine[], at: number): Battle {
  const line = log[at]!
  const after = log.slice(at + 1, at + 1 + FAR)
  const end = after.findIndex((l) => (AFTER.has(l.kind) && !STILL.has(l.type)) || NEVER.has(l.type) || l.type in DECLARED)
  const lines = [line, ...(end < 0 ? after : after.slice(0, end))]
  return { n: line.n, hex: line.hexes.at(-1) ?? -1, kind: DECLARED[line.type]!, side: line.side, lines, past: after.slice(after.findIndex((l) => l.type === 'PhaseBegan') + 1 || after.length).some((l) => MARCHES.has(l.type)) }
}

/** The throws of a battle in their order, each with the line of the log that tells what came of it. */
export function throwsOf(battle: Battle): Throw[] {
  return battle.lines.flatMap((line, i) => {
    if (!line.dice.length) return []
    const next = battle.lines[i + 1]
    const told = next && !next.dice.length && (next.details.result !== undefined || next.details.who !== undefined) ? next.text : ''
    return [{ dice: line.dice, text: told || rolled(line) }]
  })
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

/** The results that were read, in their order: a special attack may have two. */
export function resultsOf(battle: Battle): Result[] {
  return battle.lines.flatMap((line) => (line.details.result === undefined ? [] : [{ text: line.details.result, meaning: line.details.meaning ?? '', line }]))
}

const TOLD = new Set(['StepLost', 'UnitEliminated', 'Disorganized', 'OptionTaken', 'UnitRetreated', 'UnitAdvanced', 'ExploitGained', 'AttackCancelled', 'DumpCaptured', 'TransportCaptured', 'AttackerLeftOut'])

/** What came of it, in the words of the log. */
export const courseOf = (battle: Battle): LogLine[] => battle.lines.filter((line) => TOLD.has(line.type) && line.details.result === undefined)
