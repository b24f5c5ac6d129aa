import { describe, expect, it } from 'vitest'
import { percentages } from '../src/panels/session/balance'

const sides = [
  { id: 'soviet', name: 'Soviet' },
  { id: 'axis', name: 'Axis' }
]

describe('the balance of a scenario', () => {
  it('is told as shares of all games, draws between the sides', () => {
    const { games, shares } = percentages({ rules: '', wins: { axis: 70, soviet: 115 }, draws: 15 }, sides)
    expect(games).toBe(200)
    expect(shares.map((s) => s.text)).toEqual(['Soviet wins 58 %', 'drawn 8 %', 'Axis wins 35 %'])
    expect(shares.map((s) => s.games)).toEqual([115, 15, 70])
  })

  it('names a side that never won', () => {
    const { shares } = percentages({ rules: '', wins: { axis: 4 }, draws: 0 }, sides)
    expect(shares.map((s) => s.text)).toEqual(['Soviet wins 0 %', 'drawn 0 %', 'Axis wins 100 %'])
  })
})
