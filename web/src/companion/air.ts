// Air Combat, air drops and amphibious landings.

import { AskError, PIPS, Spread, SUMS, type Throw } from './chances'
import { modifier, readBand, signed, type Charts } from './charts'
import { line, named, type Asked, type Fields, type Value } from './kinds'

interface Aircraft {
  rating: number
  parenthesized: boolean
}

interface Battle {
  sides: [Aircraft[], Aircraft[]]
  lost: [number, number]
}

interface AirBattle {
  attackers_left: number
  defenders_left: number
  attacker_losses: number
  defender_losses: number
  winner: string
}

function aircraft(text: Value): Aircraft[] {
  const found = String(text).split(',').map((part) => /^(?:(\d+)|\((\d+)\))$/.exec(part.trim()))
  if (found.length > 8 || found.some((m) => !m)) throw new AskError(`ratings are up to eight numbers like 4,(2),3, not '${String(text)}'`)
  return found.map((m) => ({ rating: Number(m![1] ?? m![2]), parenthesized: m![1] === undefined }))
}

const fit = (planes: readonly Aircraft[]) => planes.some((p) => !p.parenthesized)

/** The place of the aircraft that its owner sends: the best rating that may, the first of equals. */
function best(planes: readonly Aircraft[], attacks: boolean): number {
  const able = planes.flatMap((p, i) => (attacks && p.parenthesized ? [] : [i]))
  return able.reduce((one, other) => (planes[other]!.rating > planes[one]!.rating ? other : one))
}

const open = ({ sides: [a, b] }: Battle) => a.length > 0 && b.length > 0 && (fit(a) || fit(b))

/** Who meets whom; the sides swap while only the defender can attack (14.3c). */
function pairing({ sides }: Battle): { side: [number, number]; place: [number, number]; drm: number } {
  const first = fit(sides[0]) ? 0 : 1
  const side: [number, number] = [first, 1 - first]
  const place: [number, number] = [best(sides[side[0]]!, true), best(sides[side[1]]!, false)]
  return { side, place, drm: sides[side[0]]![place[0]]!.rating - sides[side[1]]![place[1]]!.rating }
}

/** The battle after a round (14.3e-C). */
function after(charts: Charts, battle: Battle, sum: number, die: number): Battle {
  const { side, place, drm } = pairing(battle)
  const result = readBand(charts.air_combat.bands.main!, sum + drm)
  const loss = readBand(charts.air_combat.bands.loss_die!, die) === 'step_loss' ? 1 : 0
  const aborts = [result === 'attacker_aborts' || result === 'both_abort', result === 'defender_aborts' || result === 'both_abort']
  const next: Battle = { sides: [[...battle.sides[0]], [...battle.sides[1]]], lost: [...battle.lost] }
  for (const i of [0, 1] as const) {
    if (!aborts[i]) continue
    next.lost[side[i] as 0 | 1] += loss
    next.sides[side[i] as 0 | 1].splice(place[i], 1)
  }
  return next
}

function told({ sides: [a, b], lost }: Battle): AirBattle {
  return {
    attackers_left: a.length,
    defenders_left: b.length,
    attacker_losses: lost[0],
    defender_losses: lost[1],
    winner: a.length && !b.length ? 'attacker' : b.length && !a.length ? 'defender' : ''
  }
}

export function airCombat(charts: Charts, asked: Fields): Asked<AirBattle> {
  const start: Battle = { sides: [aircraft(asked.attackers!), aircraft(asked.defenders!)], lost: [0, 0] }
  if (start.sides[0].length + start.sides[1].length > 5) throw new AskError('together up to five aircraft: more make too many ways to count')
  const printed = (p: Aircraft) => (p.parenthesized ? `(${p.rating})` : String(p.rating))
  return {
    head: { policy: 'each side sends its best rating, nobody aborts beforehand' },
    ledger: start.sides.flatMap((planes, i) => planes.map((p) => line(printed(p), `Air Combat Rating, ${i ? 'defender' : 'attacker'}`, '14.3e-C'))),
    procedure: (dice: Throw) => {
      let battle = start
      while (open(battle)) {
        const sum = dice.two('dice')
        battle = after(charts, battle, sum, dice.one('loss'))
      }
      return told(battle)
    },
    // round by round: battles that stand alike are counted together
    spread: () => {
      let battles = Spread.sure(start)
      while (battles.entries().some(({ value }) => open(value))) battles = battles.then((battle) => (open(battle) ? round(charts, battle) : Spread.sure(battle)))
      return battles.map(told)
    },
    expected: { attacker_losses: ['14.3e-C', 'air_combat'], defender_losses: ['14.3e-C', 'air_combat'] }
  }
}

function round(charts: Charts, battle: Battle): Spread<Battle> {
  return Spread.of([...SUMS].flatMap(([sum, ways]) => [...PIPS.keys()].map((die) => [after(charts, battle, sum, die), ways] as const)))
}

const NATIONS: Record<string, string> = { '': '', soviet: 'soviet', 'allied-1944': 'allied_eto_to_aug_1944' }
export const NATION_CHOICES = Object.keys(NATIONS)

export function airDrop(charts: Charts, asked: Fields): Asked<{ lands: boolean }> {
  const nation = NATIONS[String(asked.nation)]
  if (nation === undefined) throw new AskError(`nation must be soviet or allied-1944, not '${String(asked.nation)}'`)
  const band = `${asked.friendly ? 'friendly' : 'enemy'}_${asked.closed ? 'closed' : 'clear'}`
  const terms = [...(asked.glider ? ['glider'] : []), ...(nation ? [nation] : [])].map((id) => [id, modifier(charts.air_transport, id)] as const)
  const total = terms.reduce((sum, [, by]) => sum + by, 0)
  return {
    head: { band, modifier: signed(total) },
    ledger: terms.map(([id, by]) => line(signed(by), id.replaceAll('_', ' '), '14.10d', `air_transport.${id}`)),
    procedure: (dice) => ({ lands: readBand(charts.air_transport.bands[band]!, dice.two('dice') + total) === 'success' }),
    expected: { lands: ['14.10d', 'air_transport'] }
  }
}

const HOLDS: [string, string][] = [
  ['enemy_adjacent', 'non_dg_adjacent'],
  ['dg_adjacent', 'dg_adjacent'],
  ['enemy_zoc', 'enemy_zoc'],
  ['naval_support', 'naval_support'],
  ['elite', 'elite']
]

export function landing(charts: Charts, asked: Fields): Asked<{ result: string; landing_craft_lost: string; units_lost: string }> {
  const on = named(asked.terrain!, Object.keys(charts.alt.bands), 'terrain')
  const guns = asked.coastal_artillery as number
  const terms: [string, number][] = HOLDS.flatMap(([field, id]) => (asked[field] ? [[id, modifier(charts.alt, id)] as [string, number]] : []))
  if (guns) terms.push(['coastal_artillery', -guns])
  const total = terms.reduce((sum, [, by]) => sum + by, 0)
  return {
    head: { modifier: signed(total) },
    ledger: terms.map(([id, by]) => line(signed(by), id.replaceAll('_', ' '), '18.5f', `alt.${id}`)),
    procedure: (dice) => {
      const result = String(readBand(charts.alt.bands[on]!, dice.two('dice') + total))
      const code = charts.alt.codes[result]!
      return { result, landing_craft_lost: code.landing_craft_lost, units_lost: code.units_lost }
    },
    expected: { landing_craft_lost: ['18.5f', 'alt'], units_lost: ['18.5f', 'alt'] }
  }
}
