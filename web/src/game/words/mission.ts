// A mission foreseen, in few lines. Nothing is computed here but sums of chances that the server's answer names.

import type { MeetingAborts, MissionFlight } from '../types-odds'
import { counted } from './amounts'
import { wholePercent } from './chances'

export interface Line {
  text: string
  chance: number
}

/** What gets there: ends that bring the same are one line. `all` aircraft fly. */
export function arrivalLines(flight: MissionFlight, all: number): Line[] {
  return together(flight.arrivals.map((a) => ({ text: arrivalText(a.planes.length, all, a.points, a.lost), chance: a.chance })))
}

function arrivalText(planes: number, all: number, points: number, lost: number): string {
  if (!planes) return lost ? `nobody, ${stepsText(lost)} lost` : 'nobody'
  const who = planes < all ? `${planes} of ${all} aircraft` : all === 1 ? 'the aircraft' : all === 2 ? 'both aircraft' : `all ${all} aircraft`
  return [who, points ? counted(points, 'point') : '', lost ? `${stepsText(lost)} lost` : ''].filter(Boolean).join(', ')
}

/** What it does, the likeliest first; beyond `most` lines the others are one. */
export function effectLines(flight: MissionFlight, most = 6): Line[] {
  const lines = together(flight.effects.map((e) => ({ text: e.text, chance: e.chance })))
  if (lines.length <= most) return lines
  return [...lines.slice(0, most - 1), { text: 'something else', chance: sum(lines.slice(most - 1).map((l) => l.chance)) }]
}

/** "You lose 0.2 steps on average." */
export const lossText = (flight: MissionFlight): string => `You lose ${averageText(flight.expected.own_steps ?? 0)} on average.`

/** "0.2 steps", "1.0 step". */
export const averageText = (n: number): string => `${n.toFixed(1)} ${n.toFixed(1) === '1.0' ? 'step' : 'steps'}`

/** "If some of them abort before it: driven off 12 % to 40 %, …": what voluntary aborts of one side could make of an Air Combat. */
export function abortsText(found: MeetingAborts): string {
  const chances = ([one, other]: MeetingAborts['past']) => `${wholePercent(one.chance)} to ${wholePercent(other.chance)}`
  const numbers = ([one, other]: MeetingAborts['own_steps']) => `${one.toFixed(1)} to ${other.toFixed(1)}`
  const who = found.own ? 'you abort some' : 'the enemy aborts some'
  return `If ${who} before it (14.3d): driven off ${chances(found.driven_off)}, past ${chances(found.past)}; you lose ${numbers(found.own_steps)} steps in it, the enemy ${numbers(found.their_steps)}.`
}

const stepsText = (n: number) => counted(n, 'step')
const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

function together(lines: readonly Line[]): Line[] {
  const found = new Map<string, number>()
  for (const { text, chance } of lines) found.set(text, (found.get(text) ?? 0) + chance)
  return [...found].map(([text, chance]) => ({ text, chance })).sort((a, b) => b.chance - a.chance)
}
