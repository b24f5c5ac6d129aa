// Barrages and the evasion of supply by New OCS. The plain version is redball.analysis.companion.new_ocs_tables.

import { quartersText, supplyText } from '../game/words/amounts'
import { AskError } from './chances'
import { cellOf, modifier, percentOf, readBand, shifted, signed, strengthColumn, type Charts, type OfNewOcs } from './charts'
import type { Source } from './expectation'
import { fraction, show } from './fraction'
import { line, named, strength, type Asked, type Fields, type Line } from './kinds'

/** Charts whose barrages are shifted and paid, and whose supply evades, as in New OCS. */
export const newOcsOf = (charts: Charts): (Charts & OfNewOcs) | null => (charts.supply_evasion ? (charts as Charts & OfNewOcs) : null)

// --- barrages --------------------------------------------------------------------------------------------------------

function quarters(asked: Fields, name: string): number {
  const re = strength(asked[name]!, name)
  const found = fraction(4 * re.n, re.d)
  if (found.d !== 1) throw new AskError(`${name} is counted in quarters, and ${String(asked[name])} is none`)
  return found.n
}

/** Soft density or else density; Strat Mode; spotter; terrain or else works. */
function shifts(charts: Charts & OfNewOcs, asked: Fields, density: number, soft: number, on: string): { by: number; line: Line }[] {
  const shift = (id: string) => modifier(charts.barrage_shifts, id)
  const bySoft = readBand(charts.barrage_soft_density.bands.re!, soft) as number
  const byTerrain = on === 'open' ? 0 : shift(on)
  const works = !byTerrain && (asked.hedgehog as number) >= charts.barrage_prices.small_hedgehog_level
  const terms: [number, string, string, string][] = [
    bySoft
      ? [bySoft, 'density of soft units in the target', 'N10-shifts-soft', 'barrage_soft_density']
      : [readBand(charts.barrage_density.bands.re!, density) as number, 'density of the target', 'N10-shifts-re', 'barrage_density'],
    [asked.strat ? shift('strat_mode') : 0, 'a Strat Mode unit in the target', 'N10-shifts-strat', 'barrage_shifts.strat_mode'],
    [asked.no_spotter && asked.arm !== 'air' ? shift('no_spotter') : 0, 'no spotter next to the target', 'N10-shifts-spotter', 'barrage_shifts.no_spotter'],
    [byTerrain, `terrain: ${on.replaceAll('_', ' ')}`, 'N10-shifts-extreme', `barrage_shifts.${on}`],
    [works ? shift('hedgehog') : 0, 'hedgehog', 'N10-shifts-hedgehog', 'barrage_shifts.hedgehog']
  ]
  return terms.flatMap(([by, ...why]) => (by ? [{ by, line: line(signed(by), ...why) }] : []))
}

export function shiftedBarrage(charts: Charts & OfNewOcs, asked: Fields): Asked<{ result: string; dg: boolean; steps: number }> {
  const table = charts.barrage
  const on = named(asked.terrain!, Object.keys(charts.combat.lines), 'terrain')
  const points = strength(asked.strength!, 'strength')
  const [density, soft] = [quarters(asked, 're'), quarters(asked, 'soft')]
  if (soft > density) throw new AskError(`of ${String(asked.re)} RE in the target ${String(asked.soft)} cannot be soft`)
  const initial = strengthColumn(table, points, 'points')
  const terms = shifts(charts, asked, density, soft, on)
  const column = shifted(table, initial, terms.reduce((sum, term) => sum + term.by, 0))
  const paid = strengthColumn(table, asked.move_mode ? fraction(points.n * charts.barrage_prices.move_mode_factor, points.d) : points)
  const cost = asked.arm === 'artillery' ? charts.barrage_prices.column_cost_quarters[paid]! : 0
  const price = line(quartersText(cost), `price of column ${table.columns[paid]!}`, 'N12-barrage-supply', 'barrage_prices')
  return {
    head: { initial_column: table.columns[initial], column: table.columns[column], cost: quartersText(cost) },
    ledger: [line(table.columns[initial]!, `${show(points)} Barrage Points`, '10.0-D', 'barrage'), ...terms.map((term) => term.line), ...(cost ? [price] : [])],
    procedure: (dice) => {
      const cell = table.codes[cellOf(table, column, dice.two('dice'))]!
      return { result: cell.text, dg: cell.dg, steps: cell.steps }
    },
    expected: { steps: RESULTS, dg: RESULTS }
  }
}

const RESULTS: Source = ['N10-table-features-results', 'barrage']

// --- supply that evades ----------------------------------------------------------------------------------------------

/** What is captured, lost, and gets away. */
type Fate = readonly [captured: number, lost: number, evades: number]

/** What a throw does to supply: half captured and the rest lost, half lost, or nothing. */
function fateOf(outcome: string | number, amount: number): Fate {
  const half = percentOf(amount, 50)
  if (outcome === 'captured_half') return [half, amount - half, 0]
  return outcome === 'evade' ? [0, 0, amount] : [0, half, amount - half]
}

/** Tokens by what could carry them, trucks first. */
function liftedBy(charts: OfNewOcs, tokens: number, points: Readonly<Record<string, number>>): [string, number][] {
  let left = tokens
  const found = Object.entries(points).map(([lift, several]): [string, number] => {
    const carried = Math.min(left, 4 * several * Number(charts.supply_evasion.capacity[lift]))
    left -= carried
    return [lift, carried]
  })
  return [...found, ['no_lift', left]]
}

const together = (fates: readonly Fate[]): Fate => [0, 1, 2].map((i) => fates.reduce((sum, fate) => sum + fate[i]!, 0)) as unknown as Fate

export function evasion(charts: Charts & OfNewOcs, asked: Fields): Asked<object> {
  const table = charts.supply_evasion
  const points = { truck_lift: asked.trucks as number, wagon_lift: asked.wagons as number }
  const lifts = liftedBy(charts, asked.tokens as number, points)
  const drm = asked.after_combat ? modifier(table, 'combat') : 0
  const supply: Source = ['N12.11-procedure', 'supply_evasion']
  const carried: Source = ['N12.11-transport', 'supply_evasion']
  return {
    head: { modifier: asked.after_combat ? '+1' : '0' },
    ledger: lifts.flatMap(([lift, tokens]) => (tokens ? [line(supplyText(tokens), `supply, ${lift.replaceAll('_', ' ')}`, 'N12.11-procedure-lift', 'supply_evasion')] : [])),
    procedure: (dice) => {
      const roll = dice.two('dice') + drm
      const read = (lift: string) => readBand(table.bands[lift]!, roll)
      const spared = (outcome: string | number) => (outcome === 'lost_half' && asked.evading_transport === 'all_evade' ? 'evade' : outcome)
      const [captured, lost, evades] = together(lifts.map(([lift, tokens]) => fateOf(read(lift), tokens)))
      const gone = together(Object.entries(points).map(([lift, several]) => fateOf(spared(read(lift)), several)))
      return { captured, lost, evades, points_captured: gone[0], points_lost: gone[1], points_evade: gone[2] }
    },
    expected: { captured: supply, lost: supply, evades: supply, points_captured: carried, points_lost: carried, points_evade: carried }
  } as Asked<object>
}
