import { describe, expect, it } from 'vitest'
import type { ScenarioInfo } from '../src/game/types'
import { inOrder } from '../src/panels/session/wishes'

describe('the list of scenarios', () => {
  it('begins with a short one made for learning, which is the one that stands open, and leaves the lessons out', () => {
    const of = (id: string, lesson: number, teaching: boolean, minutes: readonly number[] | null, edition = 'v4.2') => ({ id, lesson, teaching, minutes, edition }) as unknown as ScenarioInfo
    const all = [of('crete', 0, false, [60, 120]), of('lesson-1', 1, true, null), of('yelnya', 0, false, [180, 300]), of('kohima', 0, false, [120, 240], 'burma'), of('crossing', 0, true, [15, 30])]
    expect(inOrder(all).map((s) => s.id)).toEqual(['crossing', 'crete', 'kohima', 'yelnya'])
  })
})
