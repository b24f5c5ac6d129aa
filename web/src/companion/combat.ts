// Combats and overruns: odds, surprise, the Combat Table, and what both sides make of a result.

import { AskError, PIPS, Spread, SUMS, chance, type Throw } from './chances'
import { cellOf, modifier, readBand, rowOf, shifted, signed, type Charts, type SpecialAttack } from './charts'
import { over, rounded, less, type Fraction } from './fraction'
import type { Source } from './expectation'
import { line, named, strength, type Asked, type Fallen, type Fields, type Line } from './kinds'

type Side = 'attacker' | 'none' | 'defender'
type Way = 'losses' | 'retreat' | 'mixed'
const TOWARD: Record<Side, number> = { attacker: 1, none: 0, defender: -1 }

interface OnTable {
  kind: 'regular' | 'overrun'
  column: number
  drm: number
  hedgehog: number
}

interface Read {
  surprise: Side
  shift: number
  column: number
  result: string
}

interface Thrown {
  surprise: { side: Side; shift: number }
  column: string
  roll: number
  result: string
  /** The second roll of a special attack, if there was one. */
  again?: number | null
}

const THEN = ', then '

/** 9.7, 4.2-A: both strengths divided by the smaller, each rounded half up; zero has no odds (9.14a). */
export function oddsOf(attack: Fraction, defend: Fraction): [number, number] {
  if (!attack.n || !defend.n) return attack.n === defend.n ? [1, 1] : attack.n ? [1, 0] : [0, 1]
  const smaller = less(attack, defend) ? attack : defend
  return [rounded(over(attack, smaller)), rounded(over(defend, smaller))]
}

/** 9.7a: the highest column not above the odds; odds off the table take its end column (9.7b). */
export function columnOf(labels: readonly string[], [a, d]: readonly [number, number]): number {
  if (!d) return labels.length - 1
  const above = labels.findIndex((label) => {
    const [columnA, columnD] = label.split(':').map(Number) as [number, number]
    return columnA * d > a * columnD
  })
  return above < 0 ? labels.length - 1 : Math.max(0, above - 1)
}

const surpriseDrm = (charts: Charts, odds: OnTable) => odds.drm + (odds.hedgehog ? modifier(charts.surprise, 'hedgehog') : 0)
const whoSurprises = (charts: Charts, odds: OnTable, dice: number) => readBand(charts.surprise.bands[odds.kind]!, dice + surpriseDrm(charts, odds)) as Side
const modified = (odds: OnTable, dice: number) => dice + odds.drm - odds.hedgehog

function throwCombat(charts: Charts, odds: OnTable, dice: Throw): { read: Read; roll: number } {
  const possible = charts.surprise.bands[odds.kind]!.some((band) => band.result !== 'none')
  const surprise = possible ? whoSurprises(charts, odds, dice.two('surprise')) : 'none'
  const shift = surprise === 'none' ? 0 : TOWARD[surprise] * dice.one('shift')
  const column = shifted(charts.combat, odds.column, shift)
  const roll = modified(odds, dice.two('dice'))
  return { read: { surprise, shift, column, result: cellOf(charts.combat, column, roll) }, roll }
}

/** Every fall of the dice, the two rolls multiplied instead of walked. */
function combatSpread(charts: Charts, odds: OnTable): Spread<Read> {
  const firsts = Spread.of([...SUMS].map(([dice, ways]) => [whoSurprises(charts, odds, dice), ways] as const))
  const pairs: [Read, number][] = []
  for (const { value: surprise, ways: first } of firsts.entries()) {
    for (const pip of surprise === 'none' ? [0] : PIPS.keys()) {
      const column = shifted(charts.combat, odds.column, TOWARD[surprise] * pip)
      for (const [dice, ways] of SUMS) {
        const result = charts.combat.results[rowOf(charts.combat.rows, modified(odds, dice))]![column]!
        pairs.push([{ surprise, shift: TOWARD[surprise] * pip, column, result }, first * (pip ? 1 : PIPS.size) * ways])
      }
    }
  }
  return Spread.of(pairs)
}

/** Steps lost and hexes retreated for an option (9.10a). */
function stand(way: Way, option: number, steps: number): [number, number] {
  const lost = Math.min({ losses: option, retreat: 0, mixed: Math.min(1, option) }[way], steps)
  return [lost, lost < steps && way !== 'losses' ? option - lost : 0]
}

/** The special attack that is asked about, null for an ordinary one. */
function specialOf(charts: Charts, asked: Fields): SpecialAttack | null {
  const name = String(asked.special ?? '').replaceAll('-', '_')
  if (!name) return null
  const known = charts.special_attacks ?? {}
  const found = known[name]
  if (!found) throw new AskError(`these charts have no special attack '${name.replaceAll('_', '-')}'; there are: ${Object.keys(known).map((one) => one.replaceAll('_', '-')).join(', ') || 'none'}`)
  return found
}

/** A result under the stated options; an excused defender ignores his (9.10c-A), and where the charts say so a side whose enemy is destroyed is free of its own. */
function came(charts: Charts, asked: Fields, result: string) {
  const cell = charts.combat.codes[result]!
  const steps = { attacker: asked.attacker_steps as number, defender: asked.defender_steps as number }
  const frees = charts.options_freed?.by_destruction ?? false
  const aLost = Math.min(cell.a_loss, steps.attacker)
  const dLost = Math.min(cell.d_loss, steps.defender)
  const aOption = frees && dLost === steps.defender ? 0 : cell.a_option
  const way = specialOf(charts, asked)?.losses_only ? 'losses' : (asked.attacker_option as Way)
  const [more, aGone] = stand(way, aOption, steps.attacker - aLost)
  const excused = aGone > 0 || more + aGone < aOption || (frees && aLost + more === steps.attacker)
  const [dMore, dGone] = stand(asked.defender_option as Way, excused ? 0 : cell.d_option, steps.defender - dLost)
  const attackers = steps.attacker - aLost - more
  const defenders = steps.defender - dLost - dMore
  return {
    result,
    attacker_losses: aLost + more,
    defender_losses: dLost + dMore,
    attacker_retreat: attackers ? aGone : 0,
    defender_retreat: defenders ? dGone : 0,
    defender_dg: defenders > 0 && (cell.d_dg || dGone >= 2),
    exploit: attackers && !aGone && !asked.overrun ? cell.exploit : 0,
    hex_open: attackers > 0 && !aGone && (defenders === 0 || dGone > 0)
  }
}

type Came = ReturnType<typeof came>

/** Both sides still stand where they stood. */
const goesOn = (asked: Fields, first: Came) =>
  first.attacker_losses < (asked.attacker_steps as number) && first.defender_losses < (asked.defender_steps as number) && !first.defender_retreat

/** What the first roll leads to: one thing, or, where a special attack goes on, all that the second may bring. */
function outcomes(charts: Charts, asked: Fields, odds: OnTable, read: Read): Spread<Came> {
  const first = came(charts, asked, read.result)
  const special = specialOf(charts, asked)
  if (!special || !goesOn(asked, first)) return Spread.sure(first)
  const results = Spread.of([...SUMS].map(([dice, ways]) => [cellOf(charts.combat, read.column, modified(odds, dice) + special.second_roll), ways] as const))
  return results.map((result) => both(charts, asked, first, result))
}

/** The first result with the second, which those who are left carry out. */
function both(charts: Charts, asked: Fields, first: Came, result: string): Came {
  const left = {
    ...asked,
    attacker_steps: (asked.attacker_steps as number) - first.attacker_losses,
    defender_steps: (asked.defender_steps as number) - first.defender_losses
  }
  const last = came(charts, left, result)
  const ratings = [first.exploit, last.exploit].filter((rating) => rating > 0)
  return {
    ...last,
    result: `${first.result}${THEN}${result}`,
    attacker_losses: first.attacker_losses + last.attacker_losses,
    defender_losses: first.defender_losses + last.defender_losses,
    defender_dg: last.defender_dg || (first.defender_dg && last.defender_losses < left.defender_steps),
    exploit: last.attacker_losses < left.attacker_steps && ratings.length ? Math.min(...ratings) : 0
  }
}

/** How a combat roll came about. */
function rolled(odds: OnTable, roll: number, of: string): Line[] {
  const lines = [line(String(roll - odds.drm + odds.hedgehog), 'two dice', of), line(signed(odds.drm), 'Action Rating DRM', '9.6-B')]
  return odds.hedgehog ? [...lines, line(signed(-odds.hedgehog), 'hedgehog', '16.0d')] : lines
}

function explain(charts: Charts, odds: OnTable, special: SpecialAttack | null, thrown: Thrown, fallen: Fallen): Line[] {
  const surprised = fallen.find(([name]) => name === 'surprise')
  const lines = surprised ? [line(String(surprised[1]), 'two dice for surprise', '9.8-A', 'surprise'), line(signed(odds.drm), 'Action Rating DRM', '9.8-A', 'surprise')] : []
  if (surprised && odds.hedgehog) lines.push(line(signed(modifier(charts.surprise, 'hedgehog')), 'hedgehog', '9.8-A', 'surprise'))
  const { side, shift } = thrown.surprise
  if (shift) lines.push(line(signed(side === 'attacker' ? shift : -shift), `columns: surprise of the ${side}`, '9.8-B', 'surprise'))
  const [first, second] = thrown.result.split(THEN) as [string, string?]
  lines.push(...rolled(odds, thrown.roll, '9.9'), line(first, `column ${thrown.column}, roll ${thrown.roll}`, '9.9', 'combat'))
  if (special && second !== undefined) {
    const again = thrown.again!
    lines.push(
      ...rolled(odds, again - special.second_roll, special.case),
      line(signed(special.second_roll), `second roll ${special.title}`, special.case),
      line(second, `column ${thrown.column}, roll ${again}`, special.case, 'combat')
    )
  }
  return lines
}

const EXPECTED: Record<string, Source> = {
  attacker_losses: ['9.9', 'combat'],
  defender_losses: ['9.9', 'combat'],
  attacker_retreat: ['9.10a', 'combat'],
  defender_retreat: ['9.10a', 'combat'],
  hex_open: ['9.12g', 'combat']
}

/** A unit that is DG may have -1 (5.10b-B). */
export const LEAST_RATING = -1

function check(charts: Charts, ar: readonly number[], hedgehog: number): void {
  if (Math.min(...ar) < LEAST_RATING || Math.max(...ar) > 9) throw new AskError(`Action Ratings go from ${LEAST_RATING} to 9, and these are ${ar[0]} and ${ar[1]}`)
  const most = charts.supply_costs.max_hedgehog_level!
  if (hedgehog > most) throw new AskError(`a hedgehog has at most level ${most}, not ${hedgehog}`)
}

function ready(charts: Charts, asked: Fields, kind: OnTable['kind']): Asked<Came | Thrown> {
  const on = named(asked.terrain!, Object.keys(charts.combat.lines), 'terrain')
  const ar = asked.ar as readonly [number, number]
  const hedgehog = asked.hedgehog as number
  check(charts, ar, hedgehog)
  const labels = charts.combat.lines[on]!
  const ratio = oddsOf(strength(asked.attack!, 'attack'), strength(asked.defend!, 'defend'))
  const special = specialOf(charts, asked)
  const odds: OnTable = { kind, column: columnOf(labels, ratio), drm: ar[0] - ar[1], hedgehog }
  const text = ratio.join(':')
  const label = labels[odds.column]!
  return {
    head: {
      odds: text, drm: odds.drm, terrain: asked.terrain, initial_column: label,
      ...(special ? { special: special.title, supply: `${special.supply} times` } : {})
    },
    ledger: [
      line(signed(ar[0]), 'Action Rating of the attacker', '9.6-A'),
      line(signed(-ar[1]), 'Action Rating of the defender', '9.6-A'),
      line(label, `odds ${text} on the ${String(asked.terrain)} line`, '9.7a', 'combat')
    ],
    procedure: (dice) => {
      const { read, roll } = throwCombat(charts, odds, dice)
      const thrown: Thrown = { surprise: { side: read.surprise, shift: Math.abs(read.shift) }, column: labels[read.column]!, roll, result: read.result }
      if (!special) return thrown
      if (!goesOn(asked, came(charts, asked, read.result))) return { ...thrown, again: null }
      const again = modified(odds, dice.two('again')) + special.second_roll
      return { ...thrown, result: `${read.result}${THEN}${cellOf(charts.combat, read.column, again)}`, again }
    },
    explain: (thrown, fallen) => explain(charts, odds, special, thrown as Thrown, fallen),
    spread: () => combatSpread(charts, odds).then((read) => outcomes(charts, asked, odds, read)),
    expected: EXPECTED,
    closer: () => closer(charts, asked, odds, labels)
  }
}

function closer(charts: Charts, asked: Fields, odds: OnTable, labels: readonly string[]): object {
  const reads = combatSpread(charts, odds)
  const listed = (of: Spread<string>, name: string) => of.entries().map(({ value, ways }) => ({ [name]: value, ...chance(ways, of.total) }))
  return {
    surprise: listed(reads.map((read) => read.surprise), 'side'),
    surprise_drm: surpriseDrm(charts, odds),
    columns: listed(reads.map((read) => labels[read.column]!), 'column'),
    policy: { attacker: asked.attacker_option, defender: asked.defender_option }
  }
}

export const combat = (charts: Charts, asked: Fields) => ready(charts, asked, asked.overrun ? 'overrun' : 'regular')
export const overrun = (charts: Charts, asked: Fields) => ready(charts, { ...asked, overrun: true }, 'overrun')
