import { describe, expect, it, vi } from 'vitest'
import { Table } from '../src/game/table.svelte'

vi.stubGlobal('matchMedia', () => ({ matches: true }))

/** A stack of which `dry` has no fuel is picked; what is asked of the server, and the answers to give. */
function picked(dry: boolean) {
  const asked: string[] = []
  const waiting: Record<string, (answer: unknown) => void> = {}
  const ask = (what: string) => () => new Promise((answer) => (asked.push(what), (waiting[what] = answer)))
  const unit = { id: 'pz1', side: 'axis', hex: 5, fueled: dry ? false : true, counter: { kind: 'combat' }, activity: {} }
  const game = {
    mine: true, eyes: 'axis', info: { board: { name: 'b', columns: 9, rows: 9 } }, grid: { size: 81 }, at: null, actor: 'axis', me: 'axis', open: false, humans: ['axis'],
    view: { seq: 1, units: [unit], segment: 'movement', decision: { procedure: 'movement_segment', side: 'axis' }, choices: [], dumps: [], set_up: null, lists: { unmoved: ['pz1'] } },
    choices: [{ action: { type: 'begin_move', unit: 'pz1' }, unit: 'pz1', hex: null, kind: { takesUp: true, place: 'unit' } }],
    unit: (id: string) => (id === 'pz1' ? unit : undefined),
    unitsAt: () => [unit],
    api: { reach: ask('reach'), fuel: ask('fuel'), why: ask('why') }
  }
  const table = new Table(game as never)
  table.selection = { hex: 5, units: ['pz1'] }
  return { table, asked, waiting }
}
const turn = () => new Promise((done) => setTimeout(done))

describe('what is picked is asked about', () => {
  it('all at once: the fuel does not wait for the reach', async () => {
    const { table, asked, waiting } = picked(true)
    const done = table.look()
    await turn()
    expect(asked).toEqual(['reach', 'fuel'])
    waiting['fuel']!({ price: 1 })
    await turn()
    expect(table.fuel).toBeNull()
    waiting['reach']!({ hexes: {}, overruns: [], unfueled: ['pz1'] })
    await done
    expect(table.fuel).toEqual({ price: 1 })
    expect(asked).toHaveLength(2)
  })

  it('without the price of fuel that it has', async () => {
    const { table, asked, waiting } = picked(false)
    const done = table.look()
    await turn()
    expect(asked).toEqual(['reach'])
    waiting['reach']!({ hexes: {}, overruns: [], unfueled: [] })
    await done
    expect([table.fuel, asked.length]).toEqual([null, 1])
  })

  it('and a refusal of the reach is all that is told', async () => {
    const { table, waiting } = picked(true)
    const done = table.look()
    await turn()
    waiting['fuel']!({ price: 1 })
    waiting['reach']!({ hexes: {}, overruns: [], unfueled: [], refusal: { code: 'move.no', text: 'No.' } })
    await done
    expect([table.reach, table.fuel, table.refusals.map((r) => r.text)]).toEqual([null, null, ['No.']])
  })
})
