// Barrages on units and on facilities.

import { AskError, Spread, PIPS } from './chances'
import { cellOf, modifier, readBand, shifted, signed, strengthColumn, type Charts } from './charts'
import { certain, type Source } from './expectation'
import { fraction, show, type Fraction } from './fraction'
import { line, named, strength, type Asked, type Fields, type Line } from './kinds'
import { supplyText } from '../game/words/amounts'

interface BarrageRead {
  result: string
  dg: boolean
  steps: number
}

/** Every shift that is not zero, with the line that explains it (10.0a, 10.0b, 10.2b). */
function shifts(charts: Charts, asked: Fields, quarters: number, on: string): { by: number; line: Line }[] {
  const shift = (id: string) => modifier(charts.barrage_shifts, id)
  const air = asked.arm === 'air'
  const terms: [boolean, number, string, string, string][] = [
    [true, readBand(charts.barrage_density.bands.re!, quarters) as number, 'density of the target', '10.0a-C', 'barrage_density'],
    [(asked.hedgehog as number) > 0, shift(works(charts, asked.hedgehog as number)), 'hedgehog', '10.0a-A', 'barrage_shifts.hedgehog'],
    [on !== 'open', on === 'open' ? 0 : shift(on), `terrain: ${on.replaceAll('_', ' ')}`, '10.0a-B', `barrage_shifts.${on}`],
    [asked.no_spotter === true, shift('no_spotter'), 'no spotter at the target', '10.0b-B', 'barrage_shifts.no_spotter'],
    [asked.strat === true, shift('strat_mode'), 'a Strat Mode unit in the target', '10.0a-A', 'barrage_shifts.strat_mode'],
    [asked.short_range === true && air, shift('short_range_air'), 'all aircraft near their bases', '10.2b', 'barrage_shifts.short_range']
  ]
  return terms.flatMap(([holds, by, reason, of, chart]) => (holds && by ? [{ by, line: line(signed(by), reason, of, chart) }] : []))
}

/** The line for a hedgehog: strong ones have one of their own in some charts. */
function works(charts: Charts, level: number): string {
  const strong = level >= 3 && charts.barrage_shifts.modifiers.some((m) => m.id === 'strong_hedgehog')
  return strong ? 'strong_hedgehog' : 'hedgehog'
}

/** A result of 1/2 asks for a die; in brackets only if nothing lowers it to a mere DG. */
function asksForDie(charts: Charts, asked: Fields, cell: Charts['barrage']['codes'][string]): boolean {
  const rule = charts.barrage.bracket_is_dg_when
  const lowered =
    (asked.hedgehog as number) >= rule.hedgehog_level_at_least ||
    (asked.arm === 'air' && rule.air_barrage) ||
    (asked.arm === 'naval' && rule.naval_barrage) ||
    (asked.no_spotter === true && rule.no_correct_spotter)
  return cell.half && !(cell.bracketed && lowered)
}

export function barrage(charts: Charts, asked: Fields): Asked<BarrageRead> {
  const on = named(asked.terrain!, Object.keys(charts.combat.lines), 'terrain')
  const points = strength(asked.strength!, 'strength')
  const re = strength(asked.re!, 're')
  const quarters = fraction(4 * re.n, re.d)
  if (quarters.d !== 1) throw new AskError(`re is counted in quarters, and ${String(asked.re)} is none`)
  const table = charts.barrage
  const initial = strengthColumn(table, points)
  const terms = shifts(charts, asked, quarters.n, on)
  const column = shifted(table, initial, terms.reduce((sum, term) => sum + term.by, 0))
  const cost = asked.arm === 'artillery' ? table.column_cost_t[initial]! : 0
  const bySize = asked.arm === 'artillery' && !table.column_cost_t.some(Boolean)
  return {
    head: { initial_column: table.columns[initial], column: table.columns[column], cost: bySize ? 'by the RE of the artillery' : supplyText(cost) },
    ledger: [line(table.columns[initial]!, `${show(points)} Barrage Points`, '10.0-D', 'barrage'), ...terms.map((term) => term.line)],
    procedure: (dice) => {
      const cell = table.codes[cellOf(table, column, dice.two('dice'))]!
      const die = asksForDie(charts, asked, cell) ? dice.one('die') : 0
      return { result: cell.text, dg: cell.dg, steps: cell.steps + (die > 0 && die >= table.step_loss_on ? 1 : 0) }
    },
    expected: { steps: ['10.0a-A', 'barrage'], dg: ['10.0a-A', 'barrage'] },
    certain: { tokens: certain('tokens', cost, `column ${table.columns[initial]!} before shifts`, ['10.1b-1', 'barrage']) }
  }
}

interface FacilityRead {
  result: string
  levels: number
  port_hits: number
  planes: number
  trainbusting: boolean
}

const FACILITY: Source = ['10.0c', 'facility']

export function facility(charts: Charts, asked: Fields): Asked<FacilityRead> {
  const table = charts.facility
  const points: Fraction = strength(asked.strength!, 'strength')
  const column = strengthColumn(table, points)
  const cell = (die: number) => table.codes[cellOf(table, column, die)]!
  const read = (of: ReturnType<typeof cell>, planes: number): FacilityRead => ({
    result: of.text,
    levels: asked.target === 'air_base' ? Math.min(of.hits, Math.max((asked.level as number) - 1, 0)) : 0,
    port_hits: asked.target === 'port' ? Math.min(of.hits, charts.supply_costs.max_port_hits! - (asked.hits as number)) : 0,
    planes,
    trainbusting: asked.target === 'trainbusting' && of.trainbust
  })
  const checked = (of: ReturnType<typeof cell>) => (asked.target === 'air_base' && of.plane_check ? (asked.planes as number) : 0)
  const hit = (of: ReturnType<typeof cell>, pip: number) => (pip >= of.plane_check ? 1 : 0)
  const one = Spread.of([...PIPS])
  return {
    head: { column: table.columns[column], cost: supplyText(table.column_cost_t[column]!) },
    ledger: [line(table.columns[column]!, `${show(points)} Barrage Points`, '10.0c', 'facility')],
    procedure: (dice) => {
      const of = cell(dice.one('dice'))
      let lost = 0
      for (let n = checked(of); n > 0; n--) lost += hit(of, dice.one('plane'))
      return read(of, lost)
    },
    // each plane's own die counted instead of walked
    spread: () =>
      one.then((die) => {
        const of = cell(die)
        let lost = Spread.sure(0)
        for (let n = checked(of); n > 0; n--) lost = lost.then((before) => one.map((pip) => before + hit(of, pip)))
        return lost.map((planes) => read(of, planes))
      }),
    expected: { levels: FACILITY, port_hits: FACILITY, planes: FACILITY, trainbusting: FACILITY },
    certain: { tokens: certain('tokens', table.column_cost_t[column]!, `column ${table.columns[column]!}`, ['10.1b-1', 'facility']) }
  }
}
