import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Unit } from '../src/game/types'
import { same } from '../src/map/same'
import { EMPTY_SCENE, sameScene, type Scene } from '../src/map/scene'
import { Still } from '../src/map/still'

describe('what says the same', () => {
  const tint = (hex: number) => ({ hex, ink: '#000', text: undefined })

  it('is compared part by part', () => {
    expect(same([tint(1), tint(2)], [tint(1), tint(2)])).toBe(true)
    for (const other of [[tint(1)], [tint(1), tint(3)], [tint(2), tint(1)], { 0: tint(1), 1: tint(2) }, null, undefined]) expect(same([tint(1), tint(2)], other)).toBe(false)
    expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(same({ a: 1, b: undefined }, { a: 1, c: undefined })).toBe(false)
    expect(same({ scale: NaN }, { scale: NaN })).toBe(true)
  })

  it('is never guessed of what is not plain', () => {
    const paint = () => 1
    expect(same({ paint }, { paint })).toBe(true)
    expect(same({ paint }, { paint: () => 1 })).toBe(false)
    expect(same(new Map([[1, 2]]), new Map([[1, 3]]))).toBe(false)
    expect(same(new Set([1]), new Set([2]))).toBe(false)
  })
})

describe('a scene', () => {
  const unit = (id: string, moved = false) => ({ id, moved }) as unknown as Unit
  const scene = (parts: Partial<Scene> = {}, units = [unit('a')]): Scene => ({ ...EMPTY_SCENE, version: Math.random(), hexes: new Map([[3, { hex: 3, units, dump: null, works: null }]]), gauges: new Set([1]), ...parts })

  it('is the same if nothing that is drawn has changed', () => {
    expect(sameScene(scene(), scene())).toBe(true)
    const others = [
      scene({}, [unit('b')]), scene({}, [unit('a', true)]), scene({}, [unit('a'), unit('b')]), scene({ hideCounters: true }), scene({ gauges: new Set([2]) }), scene({ gauges: new Set() }),
      scene({ damaged: [4] }), scene({ hexes: new Map() }), scene({ hexes: new Map([[4, { hex: 3, units: [unit('a')], dump: null, works: null }]]) })
    ]
    for (const other of others) expect(sameScene(scene(), other)).toBe(false)
  })
})

describe('a layer that is kept as a picture', () => {
  const canvas = () => {
    const done: string[] = []
    const made = { width: 0, height: 0, done }
    const ctx = { canvas: made, setTransform: () => {}, getTransform: () => null, clearRect: () => done.push('clear'), drawImage: () => done.push('draw') }
    return Object.assign(made, { getContext: () => ctx })
  }
  beforeEach(() => vi.stubGlobal('document', { createElement: canvas }))
  afterEach(() => vi.unstubAllGlobals())

  /** How often each of these is painted, one after the other on one canvas. */
  function painted(...kinds: { of: readonly unknown[]; whole?: boolean; width?: number }[]): number[] {
    const still = new Still()
    const main = canvas()
    let count = 0
    const counts = kinds.map(({ of, whole = true, width = 100 }) => {
      main.width = width
      still.draw(main.getContext() as never, of, () => {
        count++
        return whole
      })
      return count
    })
    expect(main.done).toEqual(kinds.map(() => 'draw'))
    return counts
  }

  it('is painted again only when something of it has changed', () => {
    const scene = {}
    expect(painted({ of: [1, scene] }, { of: [1, scene] }, { of: [2, scene] }, { of: [2, {}] }, { of: [1, scene] })).toEqual([1, 1, 2, 3, 4])
  })

  it('is painted again for a window of another size, and until it is complete', () => {
    expect(painted({ of: [1] }, { of: [1], width: 90 }, { of: [1], width: 90 })).toEqual([1, 2, 2])
    expect(painted({ of: [1], whole: false }, { of: [1], whole: false }, { of: [1] }, { of: [1] })).toEqual([1, 2, 3, 3])
  })
})
