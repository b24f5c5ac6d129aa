// Air Combat.

import { AskError, Spread, spreadOf, type Throw } from './chances'
import { readBand, type Charts } from './charts'
import type { Source } from './expectation'
import { line, type Asked, type Fields, type Value } from './kinds'

export interface Aircraft {
  rating: number
  parenthesized: boolean
  reduced: boolean
}

/** An Air Combat between two rounds; `home` counts attackers that had their only round, `doubling` rounds in which a side may send two. */
export interface Battle {
  sides: [Aircraft[], Aircraft[]]
  lost: [number, number]
  home: number
  doubling: [number, number]
}

/** How Air Combats go by some charts. */
export interface AirRules {
  open: (battle: Battle) => boolean
  round: (charts: Charts, battle: Battle, dice: Throw) => Battle
}

interface AirBattle {
  attackers_left: number
  defenders_left: number
  attacker_losses: number
  defender_losses: number
  winner: string
}

const RATING = /^(?:(\d+)|\((\d+)\))(r?)$/

/** `4,(2)` as aircraft; where steps matter, `4r` is a reduced one. */
export function aircraft(text: Value, steps = false): Aircraft[] {
  const found = String(text).split(',').map((part) => RATING.exec(part.trim()))
  if (found.length > 8 || found.some((m) => !m || (!steps && m[3]))) throw new AskError(`ratings are up to eight numbers like ${steps ? '4,(2),3r' : '4,(2),3'}, not '${String(text)}'`)
  return found.map((m) => ({ rating: Number(m![1] ?? m![2]), parenthesized: m![1] === undefined, reduced: m![3] === 'r' }))
}

export function met(asked: Fields, steps = false): Battle {
  const sides: [Aircraft[], Aircraft[]] = [aircraft(asked.attackers!, steps), aircraft(asked.defenders!, steps)]
  if (sides[0].length + sides[1].length > 5) throw new AskError('together up to five aircraft: more make too many ways to count')
  return { sides, lost: [0, 0], home: 0, doubling: [0, 0] }
}

export const fit = (planes: readonly Aircraft[]) => planes.some((p) => !p.parenthesized)

/** The place of the aircraft that its owner sends: the best rating that may, the first of equals. */
export function best(planes: readonly Aircraft[], attacks: boolean): number {
  const able = planes.flatMap((p, i) => (attacks && p.parenthesized ? [] : [i]))
  return able.reduce((one, other) => (planes[other]!.rating > planes[one]!.rating ? other : one))
}

/** Both sides are there, and one of them can attack. */
export const open = ({ sides: [a, b] }: Battle) => a.length > 0 && b.length > 0 && (fit(a) || fit(b))

export interface Pairing {
  side: [0 | 1, 0 | 1]
  place: [number, number]
}

/** Who meets whom; the sides swap while only the defender can attack (14.3c). */
export function pairing({ sides }: Battle): Pairing {
  const side: [0 | 1, 0 | 1] = fit(sides[0]) ? [0, 1] : [1, 0]
  return { side, place: [best(sides[side[0]], true), best(sides[side[1]], false)] }
}

/** The battle without these aircraft: side, places, steps lost. */
export function without(battle: Battle, gone: readonly (readonly [side: 0 | 1, places: readonly number[], steps: number])[], more: Partial<Battle> = {}): Battle {
  const sides: [Aircraft[], Aircraft[]] = [battle.sides[0], battle.sides[1]]
  const lost: [number, number] = [...battle.lost]
  for (const [side, places, steps] of gone) {
    sides[side] = sides[side].filter((_, i) => !places.includes(i))
    lost[side] += steps
  }
  return { ...battle, sides, lost, ...more }
}

/** Two dice with the ratings, then the loss die (14.3e-C): who aborts, and the step that it costs each. */
export function fought(charts: Charts, attacker: Aircraft, defender: Aircraft, dice: Throw): { aborts: [boolean, boolean]; loss: number } {
  const result = readBand(charts.air_combat.bands.main!, dice.two('dice') + attacker.rating - defender.rating)
  const loss = readBand(charts.air_combat.bands.loss_die!, dice.one('loss')) === 'step_loss' ? 1 : 0
  return { aborts: [result === 'attacker_aborts' || result === 'both_abort', result === 'defender_aborts' || result === 'both_abort'], loss }
}

const SERIES: AirRules = {
  open,
  round(charts, battle, dice) {
    const { side, place } = pairing(battle)
    const { aborts, loss } = fought(charts, battle.sides[side[0]][place[0]]!, battle.sides[side[1]][place[1]]!, dice)
    return without(battle, ([0, 1] as const).filter((i) => aborts[i]).map((i) => [side[i], [place[i]], loss] as const))
  }
}

function told({ sides: [a, b], lost, home }: Battle): AirBattle {
  const stayed = a.length + home
  return {
    attackers_left: stayed,
    defenders_left: b.length,
    attacker_losses: lost[0],
    defender_losses: lost[1],
    winner: stayed && !b.length ? 'attacker' : b.length && !stayed ? 'defender' : ''
  }
}

/** An Air Combat to its end by some rules; `policy` says what its players choose. */
export function airBattle(charts: Charts, start: Battle, rules: AirRules, policy: string, source: Source): Asked<AirBattle> {
  const printed = (p: Aircraft) => (p.parenthesized ? `(${p.rating})` : String(p.rating))
  return {
    head: { policy },
    ledger: start.sides.flatMap((planes, i) => planes.map((p) => line(printed(p), `Air Combat Rating, ${i ? 'defender' : 'attacker'}`, source[0]))),
    procedure: (dice: Throw) => {
      let battle = start
      while (rules.open(battle)) battle = rules.round(charts, battle, dice)
      return told(battle)
    },
    // round by round: battles that stand alike are counted together
    spread: () => {
      let battles = Spread.sure(start)
      const next = (battle: Battle) => (rules.open(battle) ? spreadOf((dice) => rules.round(charts, battle, dice)) : Spread.sure(battle))
      while (battles.entries().some(({ value }) => rules.open(value))) battles = battles.then(next)
      return battles.map(told)
    },
    expected: { attacker_losses: source, defender_losses: source }
  }
}

export const airCombat = (charts: Charts, asked: Fields): Asked<AirBattle> =>
  airBattle(charts, met(asked), SERIES, 'each side sends its best rating, nobody aborts beforehand', ['14.3e-C', 'air_combat'])
