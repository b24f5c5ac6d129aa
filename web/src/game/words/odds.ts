// The numbers of an attack that the dice are read on, in short.

import type { AnnouncedOdds, Details } from '../api-types'
import type { OddsPreview } from '../types-odds'
import { supplyText, words } from './names'
import type { Role } from './chances'

export const signed = (n: number) => (n > 0 ? `+${n}` : n === 0 ? '0' : `−${-n}`)

/** A number of the head: the key of its derivation, the number, what it is. */
export type Head = readonly [key: string, number: string, text: string]

/** Odds, column and modifier; on a table of two sides each side's own. */
export function oddsHeads(odds: AnnouncedOdds, label: string, role: Role): Head[] {
  const other = odds.attackers
  const [own, theirs] = role === 'attacker' ? ['yours', 'theirs'] : ['theirs', 'yours']
  return [
    ['odds', odds.odds, `${odds.attack} against ${odds.defend}`],
    ['column', label, other ? `column; ${own}: ${other.label}` : `column, ${words(odds.line)} line`],
    ['drm', signed(odds.drm - odds.hedgehog), other ? `to the roll; ${own}: ${signed(other.drm)}` : 'to the roll']
  ].map((head) => (theirs === 'yours' ? [head[0]!, head[1]!, head[2]!.replace('theirs', 'attacker’s')] : head) as unknown as Head)
}

/** The head of a preview: the odds, and what the player pays. */
export function previewHeads(preview: OddsPreview, role: Role): Head[] {
  const price = role === 'attacker' ? Object.values(preview.attack_tokens).reduce((a, b) => a + b, 0) : preview.defence_tokens
  return [...oddsHeads(preview.odds, preview.column_label, role), ['price', supplyText(price), 'you pay']]
}

/** The head of a combat of the past, from what the log told of its odds. */
export function toldHeads(told: Details): Head[] {
  const found: (Head | null)[] = [
    told.odds === undefined ? null : ['odds', told.odds, told.attack && told.defend ? `${told.attack} against ${told.defend}` : 'odds'],
    told.column === undefined ? null : ['column', told.column, told.line ? `column, ${words(told.line)} line` : 'column'],
    told.drm === undefined ? null : ['drm', signed(told.drm), 'to the roll, hedgehogs aside']
  ]
  return found.filter((head) => head !== null)
}
