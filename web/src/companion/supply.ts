// Attrition, capture, blown dumps and Breakout.

import type { Charts } from './charts'
import { cellOf, modifier, percentOf, readBand, signed } from './charts'
import { line, type Asked, type Fields } from './kinds'
import { supplyText } from '../game/words/amounts'

export function attrition(charts: Charts, asked: Fields): Asked<{ steps: number; all: boolean }> {
  const table = charts.attrition
  const steps = asked.steps as number
  const drm = steps >= table.many_steps ? modifier(table, 'five_or_more_steps') : 0
  const column = table.bands[`ar${Math.min(asked.ar as number, Object.keys(table.bands).length - 1)}`]!
  return {
    head: { modifier: signed(drm) },
    ledger: [
      line(String(asked.ar), 'column: best Action Rating', '12.8c', 'attrition'),
      ...(drm ? [line(signed(drm), `${steps} steps Out of Supply`, '12.8b-A', 'attrition')] : [])
    ],
    procedure: (dice) => {
      const found = readBand(column, dice.two('dice') + drm)
      const lost = found === 'all' ? steps : Math.min(found as number, steps)
      return { steps: lost, all: lost === steps }
    },
    expected: { steps: ['12.8c', 'attrition'], all: ['12.8c', 'attrition'] }
  }
}

export function capture(charts: Charts, asked: Fields): Asked<{ percent: number; amount: number; load: number }> {
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

export function blow(charts: Charts, asked: Fields): Asked<{ percent: number; tokens: number }> {
  const tokens = asked.tokens as number
  return {
    head: {},
    ledger: [line(supplyText(tokens), 'supply to blow', '12.11a-A', 'dump_blowing')],
    procedure: (dice) => {
      const percent = cellOf(charts.dump_blowing, 0, dice.one('dice'))
      return { percent, tokens: percentOf(tokens, percent) }
    },
    expected: { tokens: ['12.11a-A', 'dump_blowing'] }
  }
}

export function breakout(charts: Charts, asked: Fields): Asked<{ escapes: boolean; turns: number }> {
  const drm = asked.first_turn ? modifier(charts.breakout, 'first_turn_out_of_trace') : 0
  return {
    head: {},
    ledger: asked.first_turn ? [line(signed(drm), 'first turn out of trace supply', '12.8e-4', 'breakout')] : [],
    procedure: (dice) => {
      const escapes = readBand(charts.breakout.bands.main!, dice.one('dice') + drm) === 'returns'
      return { escapes, turns: escapes ? dice.one('turns') : 0 }
    },
    expected: { escapes: ['12.8e-2', 'breakout'] }
  }
}
