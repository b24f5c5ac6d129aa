import { beforeEach, describe, expect, it, vi } from 'vitest'
import { counterPicture, Haste } from '../src/map/pictures'
import type { Unit } from '../src/game/types'

const nothing: unknown = new Proxy(() => nothing, { get: (_, key) => (key === 'width' ? 1 : nothing), set: () => true })
const unit = (id: string) => ({ id, facing: 'combat', counter: { id, nation: 'de', kind: 'combat', name: id, size: 'Div', combat: null, move: null } }) as unknown as Unit
const style = { seat: 0, formations: [] }

describe('pictures of counters', () => {
  let painted = 0
  beforeEach(() => {
    painted = 0
    vi.stubGlobal('document', { createElement: () => ({ number: ++painted, getContext: () => nothing }) })
  })

  it('are painted once for a look and a scale', () => {
    const one = counterPicture(unit('a'), style, 1)
    expect(counterPicture(unit('a'), style, 0.9).canvas).toBe(one.canvas)
    expect(painted).toBe(1)
    expect(counterPicture(unit('b'), style, 1).canvas).not.toBe(one.canvas)
  })

  it('of another scale do when time is short, and from afar those of their kind', () => {
    const known = counterPicture(unit('c'), style, 1)
    const late = new Haste(-1)
    expect(counterPicture(unit('c'), style, 2, late).canvas).toBe(known.canvas)
    expect(late.short).toBe(true)
    const strange = counterPicture(unit('d'), style, 2, late)
    expect(strange.canvas).toBe(counterPicture(unit('d'), style, 0.2).canvas)
    expect(counterPicture(unit('d'), style, 2).canvas).not.toBe(strange.canvas)
  })

  it('wait for nothing while there is time', () => {
    const early = new Haste(60_000)
    expect(counterPicture(unit('e'), style, 2, early).canvas).toBe(counterPicture(unit('e'), style, 2).canvas)
    expect(early.short).toBe(false)
  })
})
