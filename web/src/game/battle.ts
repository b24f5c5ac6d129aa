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
}

export interface Throw {
  dice: readonly number[]
  /** What was thrown for, and what came of it, in words. */
  text: string
}

const DECLARED: Readonly<Record<string, Battle['kind']>> = { AttackDeclared: 'attack', OverrunDeclared: 'overrun', BarrageDeclared: 'barrage' }
/** What comes after it: another phase, a move, the fuel for one. Whatever else an edition tells meanwhile is part of it. */
const AFTER = new Set(['sequence', 'movement'])
const STILL = new Set(['ExploitGained', 'ModeChanged'])
const NEVER = new Set(['FuelPaid'])
const FAR = 400 // lines of the log that a combat and what came after it may take

/** The last combat or barrage that a log tells of; null if there was none lately. */
export function lastBattle(log: readonly LogLine[]): Battle | null {
  for (let i = log.length - 1; i >= Math.max(0, log.length - FAR); i--) {
    const line = log[i]!
    const kind = DECLARED[line.type]
    if (!kind) continue
    const after = log.slice(i + 1)
    const end = after.findIndex((l) => (AFTER.has(l.kind) && !STILL.has(l.type)) || NEVER.has(l.type))
    return { n: line.n, hex: line.hexes.at(-1) ?? -1, kind, side: line.side, lines: [line, ...(end < 0 ? after : after.slice(0, end))] }
  }
  return null
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
