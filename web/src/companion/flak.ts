// Flak: that of the series, of 1992 by the strength of a hex, of New OCS against strikes.

import type { Throw } from './chances'
import { cellOf, modifier, readBand, signed, type Charts, type OtherAir } from './charts'
import type { Source } from './expectation'
import { line, type Asked, type Fields } from './kinds'

type Term = [line: string, points: number, reason: string]
type Told = { step_lost: boolean; hit: string }

/** HQs, the air base by what it adds, printed flak or ships. */
function inHex(charts: Charts, asked: Fields, base: Term): Term[] {
  const hq: Term[] = asked.hq ? [['hq', modifier(charts.flak, 'hq'), 'an HQ in the hex']] : []
  return [...hq, base, ['intrinsic_or_ships', asked.value as number, 'printed flak or ships']]
}

function seriesTerms(charts: Charts, asked: Fields): Term[] {
  const of = (id: string) => modifier(charts.flak, id)
  const aircraft = asked.aircraft as number
  const terms: Term[] = []
  if (aircraft >= 3) terms.push(['three_or_more_aircraft', of('three_or_more_aircraft'), `${aircraft} aircraft in the mission`])
  terms.push(...inHex(charts, asked, ['air_base', asked.air_base as number, 'level of the air base']))
  if (asked.patrol_zone) {
    const id = asked.fighter ? 'patrol_zone_with_fighter' : 'patrol_zone_no_fighter'
    terms.push([id, of(id), asked.fighter ? 'in a patrol zone, with a fighter' : 'in a patrol zone, without a fighter'])
    if (asked.trainbusting) terms.push(['patrol_zone_trainbusting', of('patrol_zone_trainbusting'), 'Trainbusting in a patrol zone'])
  }
  return terms
}

function strikeTerms(charts: Charts & OtherAir, asked: Fields): Term[] {
  const of = (id: string) => modifier(charts.strike_flak, id)
  const [aircraft, level] = [asked.aircraft as number, asked.air_base as number]
  const many: Term[] = aircraft >= 3 ? [['three_or_four_units', of('three_or_four_units'), `${aircraft} air units in the strike`]] : []
  const strong = level >= charts.air_operations.strong_base_level! ? of('air_base_level_2') : 0
  return [...many, ...inHex(charts, asked, ['air_base_level_2', strong, `an air base of level ${level}`])]
}

const ledger = (terms: readonly Term[], of: string, chart: string) => terms.flatMap(([id, points, reason]) => (points ? [line(signed(points), reason, of, `${chart}.${id}`)] : []))
const sum = (terms: readonly Term[]) => terms.reduce((all, [, points]) => all + points, 0)

/** Two dice with points for a mission, then the Mission Loss Table among several aircraft (14.4e, 14.4f). */
function mission(charts: Charts, asked: Fields, terms: readonly Term[], chart: string, source: Source): Asked<Told> {
  const aircraft = asked.aircraft as number
  const pick = (dice: Throw) => (aircraft === 1 ? '1' : cellOf(charts.mission_loss, charts.mission_loss.columns.indexOf(String(aircraft)), dice.one('die')))
  return {
    head: { modifier: signed(sum(terms)) },
    ledger: ledger(terms, source[0], chart),
    procedure: (dice) => {
      const hit = readBand(charts.flak.bands.main!, dice.two('dice') + sum(terms)) === 'none' ? '' : pick(dice)
      return { step_lost: hit !== '', hit }
    },
    expected: { step_lost: source }
  }
}

/** One aircraft over a hex (E92-flak-strength, E92-flak-results). */
function ofHex(charts: Charts & OtherAir, asked: Fields): Asked<{ aborts: boolean; step_lost: boolean }> {
  const of = (id: string) => modifier(charts.hex_flak_strength, id)
  const steps = asked.steps as number
  const terms: Term[] = [
    ['step', of('step') * steps, `${steps} steps in the hex`],
    ['transport_or_supply', asked.transport_or_supply ? of('transport_or_supply') : 0, 'transport or supply'],
    ['air_base', asked.air_base as number, 'level of the air base'],
    ['port_or_city', asked.port_or_city ? of('port_or_city') : 0, 'a friendly port or city']
  ]
  const column = charts.hex_flak.column_min.findLastIndex((low) => sum(terms) >= low)
  const source: Source = ['E92-flak-results', 'hex_flak']
  return {
    head: { flak_strength: signed(sum(terms)) },
    ledger: ledger(terms, 'E92-flak-strength', 'hex_flak_strength'),
    procedure: (dice) => {
      const cell = charts.hex_flak.codes[cellOf(charts.hex_flak, column, dice.two('dice'))]!
      return { aborts: cell.abort, step_lost: cell.steps > 0 }
    },
    expected: { aborts: source, step_lost: source }
  }
}

export function flak(charts: Charts, asked: Fields) {
  if (charts.hex_flak) return ofHex(charts as Charts & OtherAir, asked)
  if (charts.strike_flak) return mission(charts, asked, strikeTerms(charts as Charts & OtherAir, asked), 'strike_flak', ['N14.4-roll', 'flak'])
  return mission(charts, asked, seriesTerms(charts, asked), 'flak', ['14.4e', 'flak'])
}
