// Combats on a table of two sides: a white and a red die, a column and a DRM for each side. The plain version is
// redball.analysis.companion.two_sided over redball.editions.new_ocs; vitest holds this one to it, cell by cell.

import { AskError, chance, PIPS, Spread, type Throw } from './chances'
import { rowOf, shifted, signed, type Charts, type CoverShift, type RatingEffect, type TwoSided } from './charts'
import { columnOf, oddsOf } from './combat'
import type { Source } from './expectation'
import { rounded, show, type Fraction } from './fraction'
import { line, named, strength, type Asked, type Fallen, type Fields, type Line } from './kinds'

type Side = 'attacker' | 'none' | 'defender'

/** What both sides of the table ask: steps, hexes of retreat, the rating that exploits. */
interface Result {
  a_loss: number
  exploit: number
  d_loss: number
  d_retreat: number
}

/** Columns and DRMs of both sides, and the faces of the dice that surprise (0 never). */
interface OnTable {
  left: number
  right: number
  leftDrm: number
  rightDrm: number
  ambush: number
  surprise: number
  effect: string
}

interface Term {
  left: number
  right: number
  reason: string
  case: string
  chart: string
}

interface Thrown {
  surprise: Side
  result: string
}

/** Charts with a table of two sides. */
export const tablesOf = (charts: Charts): TwoSided | null => (charts.combat_attackers ? (charts as Charts & TwoSided) : null)

/** The terrains of the charts, as a question names them. */
export const terrainsOf = (charts: TwoSided): string[] => Object.keys(charts.cover_shifts).filter((name) => !name.startsWith('hedgehog'))

/** What a difference of Action Ratings does; beyond the ends of the table nothing more. */
function effectOf(charts: TwoSided, difference: number): RatingEffect {
  const rows = Object.values(charts.rating_effects)
  const known = rows.map((row) => row.difference)
  const within = Math.min(Math.max(difference, Math.min(...known)), Math.max(...known))
  return rows.find((row) => row.difference === within)!
}

const SAID: Record<string, string> = {
  defender: "the defender's Armor Advantage",
  none: 'no Armor Advantage',
  attacker: "the attacker's Armor Advantage"
}

function termsOf(charts: TwoSided, asked: Fields): Term[] {
  const [attacker, defender] = asked.ar as readonly [number, number]
  const armor = asked.armor as string
  const effect = effectOf(charts, attacker - defender)
  const by = charts.armor_advantage.drm[armor]!
  const terms: Term[] = [
    { left: effect.left, right: effect.right, reason: `Action Ratings ${attacker} against ${defender}`, case: 'N9-ar-effects', chart: 'rating_effects' },
    { left: by, right: by, reason: SAID[armor]!, case: `N9-armor-${armor}`, chart: 'armor_advantage' }
  ]
  const fire = charts.combat_limits.fire_drm!
  if (asked.fire) terms.push({ left: fire, right: fire, reason: 'Defensive Artillery Fire', case: 'N9.5-defensive-fire-drm', chart: 'combat_limits' })
  const crowds = [{ none: '', mixed: 'attackers', soft: 'attackers_soft' }[asked.density as string], asked.crowded ? 'defenders' : '']
  for (const row of crowds.flatMap((name) => (name ? [charts.combat_density[name]!] : []))) {
    terms.push({ left: row.left, right: row.right, reason: 'density', case: 'N9-density', chart: 'combat_density' })
  }
  return terms
}

interface Cover {
  left: number
  right: number
  terrain: CoverShift
  works: CoverShift
}

const DENSE = new Set(['very_close', 'extremely_close'])

/** The shifts that terrain and works give each side, bounded together; in dense terrain high works count as lower ones. */
function coverOf(charts: TwoSided, terrain: string, level: number): Cover {
  const row = charts.cover_shifts[terrain]!
  const limits = charts.combat_limits
  const works = charts.cover_shifts[`hedgehog_${DENSE.has(terrain) ? Math.min(level, limits.most_hedgehog_in_very_close!) : level}`]!
  const most = limits.most_shift!
  return { left: Math.min(row.left + works.left, most), right: Math.min(row.right + works.right, most), terrain: row, works }
}

function drmLines(terms: readonly Term[], side: 'left' | 'right', name: string): Line[] {
  const given = terms.filter((term) => term[side])
  const total = terms.reduce((sum, term) => sum + term[side], 0)
  return [...given.map((term) => line(signed(term[side]), term.reason, term.case, term.chart)), line(signed(total), `DRM, ${name}' side`, '')]
}

function columnLines(cover: Cover, side: 'left' | 'right', value: string, terrain: string, base: string, column: string): Line[] {
  const left = side === 'left'
  const lines = [line(base, left ? `a defence of ${value}` : `odds of ${value}`, left ? 'N9-base-columns-lhs' : 'N9-base-columns-rhs', left ? 'combat_attackers' : 'combat_defenders')]
  const given: [number, string, string][] = [
    [cover.terrain[side], terrain, 'N9-terrain'],
    [cover.works[side], cover.works.id.replaceAll('_', ' of level '), 'N9-hedgehog-shifts']
  ]
  for (const [by, name, of] of given) if (by) lines.push(line(`-${by}`, `columns: ${name}`, of, 'cover_shifts'))
  const over = given[0]![0] + given[1]![0] - cover[side]
  if (over > 0) lines.push(line(`+${over}`, `columns: ${cover[side]} at most, together`, 'N9-hedgehog-shifts-max'))
  return [...lines, line(column, `column, ${left ? 'attackers' : 'defenders'}' side`, '')]
}

// --- the roll --------------------------------------------------------------------------------------------------------

/** The defender by the white die; only else the attacker by the red one. */
function whoSurprises(odds: OnTable, white: number, red: number): Side {
  if (white <= odds.ambush) return 'defender'
  return odds.surprise && red >= odds.surprise ? 'attacker' : 'none'
}

/** The result as Ambush or Surprise changes it; a side without a loss to be spared costs the other side one more. */
function surprised(charts: TwoSided, who: Side, result: Result, effectName: string): Result {
  if (who === 'none') return result
  const effect = charts.surprise_effects[who === 'defender' ? 'ambush' : effectName]!
  let attackers = effect.attacker_steps
  let defenders = effect.defender_steps
  if (!result.d_loss) defenders += effect.defender_steps_if_none
  if (defenders < 0 && !result.d_loss) attackers += effect.instead
  if (attackers < 0 && !result.a_loss) defenders += effect.instead
  const least = (n: number) => Math.max(n, 0)
  return { ...result, a_loss: least(result.a_loss + attackers), d_loss: least(result.d_loss + defenders), d_retreat: least(result.d_retreat + effect.defender_retreat) }
}

/** Both sides of the table, before surprise. */
function tableResult(charts: TwoSided, odds: OnTable, dice: number): Result {
  const attackers = charts.combat_attackers
  const defenders = charts.combat_defenders
  const own = attackers.codes[attackers.results[rowOf(attackers.rows, dice + odds.leftDrm)]![odds.left]!]!
  const his = defenders.codes[defenders.results[rowOf(defenders.rows, dice + odds.rightDrm)]![odds.right]!]!
  return { a_loss: own.loss, exploit: his.exploit, d_loss: his.loss, d_retreat: his.retreat }
}

/** `AL1e4 DL2R2`: steps that the attacker loses and the rating that exploits, what the defender suffers. */
export function written(result: Result): string {
  const part = (sign: string, n: number) => (n ? `${sign}${n}` : '')
  const attacker = part('L', result.a_loss) + part('e', result.exploit)
  const defender = part('L', result.d_loss) + part('R', result.d_retreat)
  return [attacker && `A${attacker}`, defender && `D${defender}`].filter(Boolean).join(' ') || '-'
}

function read(charts: TwoSided, odds: OnTable, white: number, red: number): Thrown & { means: Result } {
  const surprise = whoSurprises(odds, white, red)
  const means = surprised(charts, surprise, tableResult(charts, odds, white + red), odds.effect)
  return { surprise, result: written(means), means }
}

/** The 36 ways to throw. */
const throws = (): [number, number][] => [...PIPS.keys()].flatMap((white) => [...PIPS.keys()].map((red): [number, number] => [white, red]))

/** A result bounded by the steps that are there. */
function came(asked: Fields, { result, means }: { result: string; means: Result }, exploits: boolean, mayHold: boolean) {
  const steps = { attacker: asked.attacker_steps as number, defender: asked.defender_steps as number }
  const lost = Math.min(means.a_loss, steps.attacker)
  const killed = Math.min(means.d_loss, steps.defender)
  const stands = killed < steps.defender
  const back = !stands || (means.d_retreat === 1 && mayHold) ? 0 : means.d_retreat
  const lives = lost < steps.attacker
  return {
    result,
    attacker_losses: lost,
    defender_losses: killed,
    defender_retreat: back,
    defender_dg: back >= 2,
    exploit: lives && exploits ? means.exploit : 0,
    hex_open: lives && (!stands || back > 0)
  }
}

type Came = ReturnType<typeof came>

function explain(thrown: Thrown, fallen: Fallen): Line[] {
  const who = { attacker: 'Surprise', defender: 'Ambush', none: 'nobody is surprised' }[thrown.surprise]
  return [
    ...fallen.map(([name, value]) => line(String(value), `${name} die`, 'N9-surprise-roll')),
    line(thrown.result, `both sides of the table; ${who}`, 'N9.0-two-sided', 'combat_defenders')
  ]
}

const EXPECTED: Record<string, Source> = {
  attacker_losses: ['N9.0-two-sided', 'combat_attackers'],
  defender_losses: ['N9.0-two-sided', 'combat_defenders'],
  defender_retreat: ['N9.12-defender-retreat-full', 'combat_defenders'],
  hex_open: ['9.12g', 'combat_defenders']
}

// --- the question ----------------------------------------------------------------------------------------------------

/** Who surprises: by the ratings, by a charge; defenders that are all DG ambush nobody. */
function surprises(charts: TwoSided, asked: Fields): Pick<OnTable, 'ambush' | 'surprise' | 'effect'> {
  const [attacker, defender] = asked.ar as readonly [number, number]
  const effect = effectOf(charts, attacker - defender)
  const ambush = asked.dg ? 0 : effect.ambush
  if ((asked.charge ?? 'none') === 'none') return { ambush, surprise: effect.surprise, effect: 'surprise' }
  const rules = charts.burma_rules
  if (!rules) throw new AskError('these charts know no Banzai charge: the Burma rules do')
  const wider = asked.charge === 'wider' ? ambush + rules.banzai_ambush_add : Math.max(ambush, CERTAIN)
  return { ambush: wider, surprise: (effect.surprise || NEVER) - rules.banzai_surprise_add, effect: 'banzai' }
}

/** A white die of 1 is always Ambush against a charge; a red die that no throw reaches. */
const CERTAIN = 1
const NEVER = 7

function check(charts: Charts & TwoSided, asked: Fields): string {
  const on = named(asked.terrain!, terrainsOf(charts), 'terrain')
  if (!(`hedgehog_${String(asked.hedgehog)}` in charts.cover_shifts)) throw new AskError(`a hedgehog has at most level ${charts.supply_costs.max_hedgehog_level}, not ${String(asked.hedgehog)}`)
  const ar = asked.ar as readonly number[]
  if (Math.min(...ar) < 0) throw new AskError(`Action Ratings are not negative, and these are ${ar[0]} and ${ar[1]}`)
  return on
}

/** Columns and DRMs, and how they come about. */
function placed(charts: TwoSided, asked: Fields, on: string, attack: Fraction, defend: Fraction): { odds: OnTable; cover: Cover; text: string; ledger: Line[] } {
  const { combat_attackers: left, combat_defenders: right } = charts
  const cover = coverOf(charts, on, asked.hedgehog as number)
  const terms = termsOf(charts, asked)
  const points = rounded(defend)
  const ratio = oddsOf(attack, defend)
  const bases = { left: left.column_min.findIndex((low) => points >= low), right: columnOf(right.columns, ratio) }
  const columns = { left: shifted(left, bases.left, -cover.left), right: shifted(right, bases.right, -cover.right) }
  const text = ratio.join(':')
  const sum = (side: 'left' | 'right') => terms.reduce((all, term) => all + term[side], 0)
  return {
    odds: { ...columns, leftDrm: sum('left'), rightDrm: sum('right'), ...surprises(charts, asked) },
    cover,
    text,
    ledger: [
      ...drmLines(terms, 'right', 'defenders'),
      ...drmLines(terms, 'left', 'attackers'),
      ...columnLines(cover, 'right', text, String(asked.terrain), right.columns[bases.right]!, right.columns[columns.right]!),
      ...columnLines(cover, 'left', show(defend), String(asked.terrain), left.columns[bases.left]!, left.columns[columns.left]!)
    ]
  }
}

/** A combat, or an overrun, without exploitation. */
export function twoSided(charts: Charts & TwoSided, asked: Fields, exploits: boolean): Asked<Came | Thrown> {
  const on = check(charts, asked)
  const { odds, cover, text, ledger } = placed(charts, asked, on, strength(asked.attack!, 'attack'), strength(asked.defend!, 'defend'))
  const mayHold = asked.hold === true && (cover.terrain.ignores_r1 || cover.works.ignores_r1)
  return {
    head: {
      odds: text,
      terrain: on.replaceAll('_', '-'),
      attackers_column: charts.combat_attackers.columns[odds.left]!,
      attackers_drm: signed(odds.leftDrm),
      defenders_column: charts.combat_defenders.columns[odds.right]!,
      defenders_drm: signed(odds.rightDrm),
      ambush_on_white: odds.ambush ? `1-${odds.ambush}` : 'never',
      surprise_on_red: odds.surprise ? `${odds.surprise}-6` : 'never'
    },
    ledger,
    procedure: (dice: Throw) => {
      const { surprise, result } = read(charts, odds, dice.one('white'), dice.one('red'))
      return { surprise, result }
    },
    explain: (thrown, fallen) => explain(thrown as Thrown, fallen),
    spread: () => Spread.of(throws().map(([white, red]) => [came(asked, read(charts, odds, white, red), exploits, mayHold), 1] as const)),
    expected: EXPECTED,
    closer: () => closer(odds)
  }
}

/** Who surprises, of 36 throws. */
function closer(odds: OnTable): object {
  const ways = (side: Side) => throws().filter(([white, red]) => whoSurprises(odds, white, red) === side).length
  return { surprise: (['attacker', 'none', 'defender'] as const).map((side) => ({ side, p: `${ways(side)}/36`, chance: chance(ways(side), 36).chance })) }
}
