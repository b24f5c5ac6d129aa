import { describe, expect, it } from 'vitest'
import { folded, groupOf, linked, seriesText, together } from '../src/game/words/log-groups'
import type { LogLine } from '../src/game/types'

describe('the groups of the log', () => {
  it('are words of players, several kinds to one', () => {
    expect(['combat', 'disorganization', 'movement', 'sequence', 'low_supply', 'air', 'tasks', 'supply_drop', 'assault_events', 'cargo_events'].map(groupOf)).toEqual(['combat', 'combat', 'moves', 'phases', 'supply', 'air', 'air', 'air', 'combat', 'sea'])
  })

  it('take in what they do not know', () => {
    expect([groupOf('dice'), groupOf('sea_lift')]).toEqual(['dice', 'sea lift'])
  })
})

describe('the hexes of a line', () => {
  const name = (hex: number) => ['05.07', '06.06', 'A1.02', 'Topolia and Tanagra', 'Topolia'][hex]!
  const told = (text: string, hexes: number[]) => linked(text, hexes, name).map((p) => (p.hex < 0 ? p.text : `[${p.text}]`)).join('')

  it('are links where the sentence names them', () => {
    expect(told('IR 1 Rgt moves from 05.07 to 06.06 (1 MP)', [0, 1])).toBe('IR 1 Rgt moves from [05.07] to [06.06] (1 MP)')
    expect(told('It halts in (A1.02).', [2])).toBe('It halts in ([A1.02]).')
    expect(told('Supply arrives at Topolia and Tanagra: 3 SP', [4, 3])).toBe('Supply arrives at [Topolia and Tanagra]: 3 SP [Topolia]')
    expect(told('105.07 and 05.071 are others', [0]), 'not within longer words').toBe('105.07 and 05.071 are others [05.07]')
  })

  it('follow once where it does not', () => {
    expect(told('The bridge is up', [1, 1])).toBe('The bridge is up [06.06]')
    expect(told('Nothing moves', [])).toBe('Nothing moves')
  })
})

describe('a formation that marches', () => {
  const name = (hex: number) => ['05.07', '06.06', '07.07', '08.08'][hex]!
  const formationOf = (id: string) => ({ a: '10 Pz', b: '10 Pz', c: '10 Pz', x: '18 Pz' })[id] ?? ''
  const line = (type: string, units: string[], hexes: number[] = [0, 1], side = 'axis') => ({ type, units, hexes, side }) as unknown as LogLine
  const moves = ['a', 'b', 'c'].map((id) => line('UnitMoved', [id]))

  it('is one line, with the fuel that was paid in between', () => {
    const fuel = line('FuelPaid', ['a', 'b', 'c'], [])
    const told = folded([moves[0]!, fuel, moves[1]!, moves[2]!, line('SupplySpent', [], [3])], formationOf)
    expect(told).toEqual([{ formation: '10 Pz', lines: [moves[0], fuel, moves[1], moves[2]] }, line('SupplySpent', [], [3])])
  })

  it('is not for two moves, for another formation or side, for stacks of several, or for units that are gone', () => {
    const apart = [
      [moves[0]!, moves[1]!],
      [moves[0]!, line('UnitMoved', ['x']), moves[1]!, line('UnitMoved', ['x']), moves[2]!],
      [moves[0]!, line('UnitMoved', ['b'], [0, 1], 'soviet'), moves[2]!],
      [moves[0]!, line('UnitMoved', ['b', 'x']), moves[2]!],
      ['p', 'q', 'r'].map((id) => line('UnitMoved', [id])),
      [moves[0]!, line('CombatResolved', ['a']), moves[1]!, moves[2]!]
    ]
    for (const lines of apart) expect(folded(lines, formationOf)).toEqual(lines)
  })

  it('says from where to where, and how many', () => {
    const told = folded([moves[0]!, line('UnitMoved', ['b'], [0, 2]), moves[2]!], formationOf)
    expect(told).toHaveLength(1)
    expect(seriesText(told[0] as never, name)).toBe('10 Pz: 3 units move from 05.07 to 06.06 and 07.07')
    const far = { formation: '10 Pz', lines: [moves[0]!, line('UnitMoved', ['b'], [0, 2]), line('UnitMoved', ['c'], [0, 3])] }
    expect(seriesText(far, name)).toBe('10 Pz: 3 units move from 05.07 to 3 hexes')
  })
})

describe('segments that passed by themselves', () => {
  const passed = (phase_name: string, n: number) => ({ type: 'ByItself', phase_name, n, text: `${phase_name}: nothing, so it passed by itself`, by: { why: 'passed', text: 'nothing' } }) as unknown as LogLine
  const other = { type: 'TurnBegan', text: 'Turn 2 begins' } as unknown as LogLine
  const [move, fire, react] = [passed('Exploitation Phase, Movement Segment', 1), passed('Exploitation Phase, Barrage Segment', 2), passed('Reaction Phase', 3)]

  it('are one line, if they follow one another', () => {
    expect(together([move, fire, react, other, react]).map((l) => [l.n, l.text])).toEqual([
      [3, 'Exploitation Phase, Movement Segment; Exploitation Phase, Barrage Segment and Reaction Phase: nothing, so they passed by themselves'], [undefined, 'Turn 2 begins'], [3, react.text]
    ])
    expect(together([move, other, fire])).toEqual([move, other, fire])
    expect(together([])).toEqual([])
  })
})

describe('a formation that turns to a mode, or is released', () => {
  const formationOf = (id: string) => ({ a: '10 Pz', b: '10 Pz', c: '10 Pz' })[id] ?? ''
  const turned = (unit: string, mode: string, type = 'ModeChanged') => ({ type, units: [unit], hexes: [], side: 'axis', details: mode ? { mode } : {} }) as unknown as LogLine
  const all = (mode: string, type?: string) => ['a', 'b', 'c'].map((id) => turned(id, mode, type))
  const told = (lines: LogLine[]) => folded(lines, formationOf).map((l) => ('lines' in l ? seriesText(l, String) : l))

  it('is one line', () => {
    expect(told(all('strat'))).toEqual(['10 Pz: 3 units change to Strat Mode'])
    expect(told(all('', 'ReserveReleased'))).toEqual(['10 Pz: 3 units are released from Reserve'])
    expect(folded(all('move'), formationOf)).toEqual([{ formation: '10 Pz', lines: all('move') }])
  })

  it('is not for units that turn to different modes, or when something came between', () => {
    const fuel = { type: 'FuelPaid', units: ['a'], hexes: [], side: 'axis', details: {} } as unknown as LogLine
    const [a, b, c] = all('strat') as [LogLine, LogLine, LogLine]
    for (const lines of [[a, turned('b', 'move'), c], [a, b], [a, fuel, b, c]]) expect(told(lines)).toEqual(lines)
  })
})
