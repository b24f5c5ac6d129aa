import { describe, expect, it } from 'vitest'
import { menuOf } from '../src/game/choices/menu'
import type { MenuItem } from '../src/game/table.svelte'

/** The menu of hex 5 with so many units, none in hand. */
async function menu(count: number, picked: string[] = []) {
  const chosen: string[][] = []
  const units = Array.from({ length: count }, (_, i) => ({ id: `u${i}`, counter: { formation: '10 Pz' } }))
  const table = {
    selected: picked.length ? { hex: 5, units: picked } : null,
    selection: picked.length ? { hex: 5, units: picked } : null,
    reach: null, moving: null, ahead: [], byHex: new Map([[5, []]]), byUnit: new Map(),
    ownAt: () => units,
    canMove: () => true,
    choose: (_: number, ids: string[]) => chosen.push(ids)
  }
  const game = { mine: true, eyes: 'axis', view: { segment: 'movement', stacks: [] }, choices: [], namer: { hex: () => '03.04', unit: (id: string) => id, list: (ids: string[]) => ids.join() }, api: { orders: () => Promise.resolve([]), way: () => Promise.resolve(null) } }
  const formation = { name: '', usable: true, open: () => {} }
  const { items } = await menuOf(game as never, table as never, { via: [] } as never, formation as never, {} as never, 5)
  return { items: items as MenuItem[], chosen }
}

describe('the menu of a hex', () => {
  it('has what many units can do together first, and the single ones behind one line', async () => {
    const { items, chosen } = await menu(8)
    expect(items.map((i) => i.key)).toEqual(['pick-all-here', 'formation-10 Pz', 'pick-one'])
    const inside = items[2]!.more!
    expect(inside.map((i) => i.key)).toEqual(['u0', 'u1', 'u2', 'u3', 'u4', 'u5', 'u6', 'u7'].map((id) => `pick-${id}`))
    inside[7]!.run()
    expect(chosen).toEqual([['u7']])
  })

  it('lists few as they are, without the one that is in hand', async () => {
    expect((await menu(3)).items.map((i) => i.key)).toEqual(['pick-all-here', 'formation-10 Pz', 'pick-u0', 'pick-u1', 'pick-u2'])
    expect((await menu(4, ['u1'])).items.map((i) => i.key)).toEqual(['pick-all-here', 'formation-10 Pz', 'pick-u0', 'pick-u2', 'pick-u3'])
    expect((await menu(5, ['u1'])).items.at(-1)!.text).toBe('Pick one of 4 units…')
  })
})
