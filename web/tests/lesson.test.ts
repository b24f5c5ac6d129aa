import { describe, expect, it } from 'vitest'
import { type InHand, pointers } from '../src/game/lesson/pointing'
import type { Action, HintView } from '../src/game/types'

const hint = (more: Partial<HintView>): HintView => ({ verb: 'act', units: [], start: -1, hex: -1, action: null, onward: false, ...more })
const hand = (more: Partial<InHand> = {}): InHand => ({ hex: -1, units: [], draft: false, rail: false, cargo: 'units', hexOf: (u) => ({ tank: 4, foot: 4, gun: 9 })[u] ?? -1, ...more })
const act = (action: Action, more: Partial<HintView> = {}) => hint({ action, ...more })

describe('where a lesson points', () => {
  it('points nowhere without a hint', () => {
    expect(pointers(null, hand())).toEqual({ hexes: [], buttons: [] })
  })

  it('leads a move from the stack over the right units to the hex', () => {
    const move = hint({ verb: 'move', units: ['tank'], hex: 7 })
    expect(pointers(move, hand()).hexes).toEqual([4])
    expect(pointers(move, hand({ hex: 4, units: ['foot'] }))).toEqual({ hexes: [], buttons: ['unit-tank', 'unit-foot'] })
    expect(pointers(move, hand({ hex: 4, units: ['tank'] }))).toEqual({ hexes: [7], buttons: ['menu-move-here'] })
  })

  it('goes by rail only with the railroads in hand (the menu that has them is the way there), and walks only without', () => {
    const ride = hint({ verb: 'rail', units: ['tank'], hex: 7 })
    expect(pointers(ride, hand()).buttons).toEqual(['layer-rail', 'layers'])
    expect(pointers(ride, hand({ rail: true })).hexes).toEqual([4])
    expect(pointers(ride, hand({ rail: true, hex: 4, units: ['tank'] })).buttons).toEqual(['rail-to-7'])
    expect(pointers(hint({ verb: 'move', units: ['tank'], hex: 7 }), hand({ rail: true })).buttons).toEqual(['layer-rail', 'layers'])
  })

  it('sends supply from its hex', () => {
    const train = hint({ verb: 'train', start: 3, hex: 7 })
    expect(pointers(train, hand()).buttons).toEqual(['layer-rail', 'layers'])
    expect(pointers(train, hand({ rail: true })).hexes).toEqual([3])
    expect(pointers(train, hand({ rail: true, hex: 3 })).buttons).toEqual(['rail-supply'])
    expect(pointers(train, hand({ rail: true, hex: 3, cargo: 'supply' })).buttons).toEqual(['rail-to-7'])
  })

  it('ends a segment, and commits what is being declared', () => {
    expect(pointers(act({ type: 'done' } as Action), hand()).buttons).toEqual(['give-up', 'end-anyway', 'end-segment', 'choice-done'])
    expect(pointers(act({ type: 'done' } as Action), hand({ draft: true })).buttons).toEqual(['combat-commit'])
  })

  it('picks a unit before it points at what the unit does', () => {
    const turn = act({ type: 'set_mode', unit: 'tank', mode: 'move', facing: 'move' } as Action, { units: ['tank'] })
    expect(pointers(turn, hand()).hexes).toEqual([4])
    expect(pointers(turn, hand({ hex: 4, units: ['tank'] })).buttons).toContain('unit-choice-set_mode-tank-move-move')
  })

  it('lights the hex of what is done by a click on the map', () => {
    expect(pointers(act({ type: 'declare_attack', hex: 9 } as Action, { hex: 9 }), hand()).hexes).toEqual([9])
    expect(pointers(act({ type: 'retreat_to', hex: 9 } as Action, { hex: 9 }), hand()).hexes).toEqual([9])
  })

  it('pays the usual way', () => {
    expect(pointers(act({ type: 'pay', unit: 'tank', source: 3, holder: '', via: '' } as Action, { units: ['tank'] }), hand()).buttons[0]).toBe('pay-default')
  })
})
