// What may come of a combat, in the words of whoever looks at it. Nothing is computed here but sums of chances that the
// server's answer names.

import type { Aftermath, Forecast } from '../types-odds'
import { counted } from './amounts'

/** Whose part the player has. */
export type Role = 'attacker' | 'defender'

export interface Bar {
  name: string
  chance: number
  of: (o: Aftermath) => boolean
}

/** What players ask of a combat first, each with the chance of all outcomes in which it holds. */
export function bars(forecast: Forecast, kind: 'regular' | 'overrun', role: Role = 'attacker'): Bar[] {
  const taken = (o: Aftermath) => o.taken
  const theirs: [string, (o: Aftermath) => boolean][] = [
    [role === 'attacker' ? 'The defender loses steps' : 'You lose steps', (o) => o.defender_losses > 0],
    [role === 'attacker' ? 'The defender retreats' : 'You retreat', (o) => o.defender_retreat > 0],
    [role === 'attacker' ? 'Defenders are DG' : 'Your units are DG', (o) => o.disorganized > 0]
  ]
  const own: [string, (o: Aftermath) => boolean][] = [
    [role === 'attacker' ? 'You lose steps' : 'The attacker loses steps', (o) => o.attacker_losses > 0],
    [role === 'attacker' ? 'You retreat' : 'The attacker retreats', (o) => o.attacker_retreat > 0]
  ]
  if (kind === 'regular') own.push([role === 'attacker' ? 'Some of yours exploit' : 'Some of theirs exploit', (o) => o.exploiting > 0])
  if (forecast.outcomes.some((o) => o.craft_lost > 0)) own.push([role === 'attacker' ? 'You lose Landing Craft' : 'They lose Landing Craft', (o) => o.craft_lost > 0])
  const asked: [string, (o: Aftermath) => boolean][] = [[role === 'attacker' ? 'You take the hex' : 'You lose the hex', taken], ...theirs, ...own]
  return asked.map(([name, of]) => ({ name, of, chance: sum(forecast.outcomes.filter(of).map((o) => o.chance)) }))
}

/** Outcomes in which both sides lose steps. */
export interface Losses {
  outcomes: readonly { attacker_losses: number; defender_losses: number; chance: number }[]
}

/** Chances of each number of steps that a side loses. */
export function losses(forecast: Losses, side: 'attacker_losses' | 'defender_losses'): { steps: number; chance: number }[] {
  const most = Math.max(...forecast.outcomes.map((o) => o[side]))
  return Array.from({ length: most + 1 }, (_, steps) => ({ steps, chance: sum(forecast.outcomes.filter((o) => o[side] === steps).map((o) => o.chance)) }))
}

/** The losses, with all numbers from `most` up as one: what a bar of few parts shows. */
export function lossParts(forecast: Losses, side: 'attacker_losses' | 'defender_losses', most = 3): { name: string; chance: number }[] {
  const all = losses(forecast, side)
  const few = all.slice(0, most).map((l) => ({ name: String(l.steps), chance: l.chance }))
  const rest = sum(all.slice(most).map((l) => l.chance))
  const more = rest > 0 ? [{ name: all.length > most + 1 ? `${most}+` : String(most), chance: rest }] : []
  return [...few, ...more].filter((l) => l.chance > 0)
}

const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)

/** A chance to the whole percent; never 0 or 100 unless it is so. */
export function wholePercent(chance: number): string {
  if (chance <= 0 || chance >= 1) return `${Math.round(100 * chance)} %`
  return `${Math.min(99, Math.max(1, Math.round(100 * chance)))} %`
}

export interface Means {
  attacker_losses: number
  defender_losses: number
  taken: number
}

/** "You lose 0.9 steps on average, the defender 1.6. You take the hex: 58 %." */
export function chanceSentence({ attacker_losses, defender_losses, taken }: Means, role: Role = 'attacker'): string {
  const [mine, theirs, other] = role === 'attacker' ? [attacker_losses, defender_losses, 'defender'] : [defender_losses, attacker_losses, 'attacker']
  const steps = (n: number) => `${n.toFixed(1)} ${n.toFixed(1) === '1.0' ? 'step' : 'steps'}`
  return `You lose ${steps(mine)} on average, the ${other} ${theirs.toFixed(1)}. You ${role === 'attacker' ? 'take' : 'lose'} the hex: ${wholePercent(taken)}.`
}

/** What an Air Combat comes to. */
export interface SkyMeans {
  attacker_losses: number
  defender_losses: number
  attacker_wins: number
  defender_wins: number
}

/** The same as one side looks at it: steps lost on average, the chance that only its aircraft are left, or only the other's. */
export function skyOf(means: SkyMeans, role: Role): { lost: number; theirs: number; won: number; beaten: number } {
  return role === 'attacker'
    ? { lost: means.attacker_losses, theirs: means.defender_losses, won: means.attacker_wins, beaten: means.defender_wins }
    : { lost: means.defender_losses, theirs: means.attacker_losses, won: means.defender_wins, beaten: means.attacker_wins }
}

/** "You lose 0.4 steps on average, they lose 0.6. Only yours are left: 58 %; only theirs: 31 %." */
export function skySentence(means: SkyMeans, role: Role): string {
  const { lost, theirs, won, beaten } = skyOf(means, role)
  return `You lose ${lost.toFixed(1)} ${lost.toFixed(1) === '1.0' ? 'step' : 'steps'} on average, they lose ${theirs.toFixed(1)}. Only yours are left: ${wholePercent(won)}; only theirs: ${wholePercent(beaten)}.`
}

export interface Prospect {
  dg: boolean
  steps: number
  ways: number
}

/** "The target loses 0.6 steps on average; it becomes DG: 58 %." */
export function fireSentence(prospects: readonly Prospect[], role: Role = 'attacker'): string {
  const mean = sum(prospects.map((p) => p.steps * p.ways)) / 216
  const dg = sum(prospects.filter((p) => p.dg).map((p) => p.ways)) / 216
  const nothing = sum(prospects.filter((p) => !p.dg && !p.steps).map((p) => p.ways)) / 216
  const who = role === 'attacker' ? ['The target loses', 'It becomes DG'] : ['You lose', 'Your units become DG']
  return `${who[0]} ${mean.toFixed(1)} ${mean.toFixed(1) === '1.0' ? 'step' : 'steps'} on average. ${who[1]}: ${wholePercent(dg)}. No effect: ${wholePercent(nothing)}.`
}

/** An outcome in words. */
export function aftermathText(o: Aftermath, role: Role = 'attacker'): string {
  const steps = (n: number) => counted(n, 'step')
  const side = (lost: number, gone: number) => [lost ? `loses ${steps(lost)}` : '', gone ? `retreats ${gone}` : ''].filter(Boolean).join(', ')
  const yours = (text: string) => text.replace('loses', 'lose').replace('retreats', 'retreat')
  const attack = side(o.attacker_losses, o.attacker_retreat)
  const defence = [side(o.defender_losses, o.defender_retreat), o.disorganized ? 'DG' : ''].filter(Boolean).join(', ')
  const evaded = o.evaded > 1 ? `${o.evaded} HQs escape` : o.evaded ? 'an HQ escapes' : ''
  const [mine, theirs, other] = role === 'attacker' ? [attack, defence, 'defender'] : [defence, attack, 'attacker']
  const parts = [mine && `you ${yours(mine)}`, theirs && `${other} ${theirs}`, evaded, o.exploiting ? `${o.exploiting} exploit` : '', o.taken ? `hex ${role === 'attacker' ? 'taken' : 'lost'}` : '']
  return parts.filter(Boolean).join(' · ') || 'nothing happens'
}
