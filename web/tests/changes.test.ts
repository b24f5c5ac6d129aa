import { describe, expect, it } from 'vitest'
import { applied } from '../src/game/changes'
import type { Changes } from '../src/game/api-types'
import type { View } from '../src/game/types'
import made from './changes.fixtures.json'

// as tools/view_changes.py played
const { first, changes, last } = made as unknown as { first: View; changes: Changes[]; last: View }

describe('a view from what has changed', () => {
  it('is the view that Python sees in the end', () => {
    expect(changes.reduce(applied, first)).toEqual(last)
  })

  it('keeps what did not change, and the view before', () => {
    const before = structuredClone(first)
    const [second, third] = [applied(first, changes[0]!), applied(first, { fields: {}, lists: {} })]
    expect(first).toEqual(before)
    expect(second.arrivals).toBe(first.arrivals)
    expect(third).toEqual(first)
    expect(third.units[0]).toBe(first.units[0])
  })

  it('puts lists together from parts of the old one, in any order', () => {
    const [one, two, three] = [{ hex: 1 }, { hex: 2 }, { hex: 3 }]
    const found = applied({ ...first, stacks: [one, two, three] } as View, {
      fields: { seq: 7 } as never,
      lists: { stacks: [{ start: 2, count: 1, then: [{ hex: 4 }] }, { start: 0, count: 2, then: [] }] }
    })
    expect(found.stacks).toEqual([three, { hex: 4 }, one, two])
    expect(found.stacks[2]).toBe(one)
    expect(found.seq).toBe(7)
  })
})
