// Capture and blown dumps: percentages of any amount.

import type { Charts } from './charts'
import { cellOf, percentOf } from './charts'
import { line, type Asked, type Fields } from './kinds'
import { supplyText } from '../game/words/amounts'

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
