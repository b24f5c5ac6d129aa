import { describe, expect, it } from 'vitest'
import { groupOf, linked } from '../src/game/words/log-groups'

describe('the groups of the log', () => {
  it('are words of players, several kinds to one', () => {
    expect(['combat', 'disorganization', 'movement', 'sequence', 'low_supply', 'air', 'tasks', 'supply_drop'].map(groupOf)).toEqual(['combat', 'combat', 'moves', 'phases', 'supply', 'air', 'air', 'air'])
  })

  it('take in what they do not know', () => {
    expect([groupOf('dice'), groupOf('sea_lift')]).toEqual(['dice', 'sea lift'])
  })
})

describe('the hexes of a line', () => {
  const name = (hex: number) => ['05.07', '06.06', 'A1.02'][hex]!
  const told = (text: string, hexes: number[]) => linked(text, hexes, name).map((p) => (p.hex < 0 ? p.text : `[${p.text}]`)).join('')

  it('are links where the sentence names them', () => {
    expect(told('IR 1 Rgt moves from 05.07 to 06.06 (1 MP)', [0, 1])).toBe('IR 1 Rgt moves from [05.07] to [06.06] (1 MP)')
    expect(told('It halts in (A1.02).', [2])).toBe('It halts in ([A1.02]).')
  })

  it('follow once where it does not', () => {
    expect(told('The bridge is up', [1, 1])).toBe('The bridge is up [06.06]')
    expect(told('Nothing moves', [])).toBe('Nothing moves')
  })
})
