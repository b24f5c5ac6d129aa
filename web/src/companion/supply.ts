// Captures of supply, and by New OCS its evasion: arithmetic on amounts that are typed in. The plain versions are
// redball.analysis.companion.supply and redball.analysis.companion.new_ocs_tables.

import { supplyText } from '../game/words/amounts'
import { cellOf, modifier, readBand, type Charts, type OfNewOcs } from './charts'
import type { Source } from './expectation'
import { line, type Asked, type Fields } from './kinds'

const percentOf = (amount: number, percent: number): number => Math.floor((2 * amount * percent + 100) / 200)

export function capture(charts: Charts, asked: Fields): Asked<object> {
  return charts.supply_evasion ? evasion(charts as Charts & OfNewOcs, asked) : percentages(charts, asked)
}

/** Percentages of any amount. */
function percentages(charts: Charts, asked: Fields): Asked<{ percent: number; amount: number; load: number }> {
  const dump = asked.what === 'dump'
  const amount = asked.amount as number
  const source = [dump ? '9.14b' : '9.14c-A', 'capture'] as const
  return {
    head: {},
    ledger: [line(dump ? supplyText(amount) : `${amount} points`, String(asked.what), ...source)],
    procedure: (dice) => {
      const percent = cellOf(charts.capture, charts.capture.columns.indexOf(String(asked.what)), dice.one('dice'))
      return { percent, amount: percentOf(amount, percent), load: percentOf(asked.load as number, percent) }
    },
    expected: { amount: source, load: source }
  }
}

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

function evasion(charts: Charts & OfNewOcs, asked: Fields): Asked<object> {
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
  }
}
