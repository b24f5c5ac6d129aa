import { describe, expect, it } from 'vitest'
import type { Score, Victory } from '../src/game/types'
import { ahead, howLong, next, standing } from '../src/panels/session/ladder'

const say = (min: number | null, max: number | null) => ahead({ min, max }, 'Axis', 'Soviet')

describe('the ladder of victory', () => {
  it('says who is ahead by how much', () => {
    expect(say(30, null)).toBe('Axis ahead by 30 or more')
    expect(say(5, 29)).toBe('Axis ahead by 5 to 29')
    expect(say(-4, 4)).toBe('neither ahead by more than 4')
    expect(say(-24, 29)).toBe('between Soviet ahead by 24 and Axis ahead by 29')
    expect(say(-65, null)).toBe('Axis ahead, or Soviet ahead by at most 65')
    expect(say(null, 24)).toBe('Soviet ahead, or Axis ahead by at most 24')
    expect(say(null, -30)).toBe('Soviet ahead by 30 or more')
    expect(say(0, 7)).toBe('level, or Axis ahead by at most 7')
  })
  it('says what is missing for the next result, for either side', () => {
    const levels = [{ min: 5, winner: 'axis', result: 'A' }, { min: -4, max: 4, winner: 'draw', result: 'D' }, { max: -5, winner: 'soviet', result: 'S' }]
    const victory = { for_side: 'axis', levels } as unknown as Victory
    const score = (difference: number) => ({ points: { axis: 0, soviet: 0 }, lines: [], difference, level: null }) as unknown as Score
    expect(next(score(-6), victory, 'axis')).toEqual({ result: 'D', points: 2 })
    expect(next(score(0), victory, 'soviet')).toEqual({ result: 'S', points: 5 })
    expect(next(score(9), victory, 'axis')).toBeNull()
    expect(standing(score(-3), victory, (s) => s)).toBe('soviet ahead by 3')
  })
  it('says how long a game takes', () => {
    expect(howLong([15, 30])).toBe('15 to 30 minutes')
    expect(howLong([90, 240])).toBe('1½ to 4 hours')
  })
})
