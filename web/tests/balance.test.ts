import { describe, expect, it } from 'vitest'
import { percentages, whose } from '../src/panels/session/balance'

const sides = [
  { id: 'soviet', name: 'Soviet' },
  { id: 'axis', name: 'Axis' }
]

describe('the balance of a scenario', () => {
  it('is told as shares of all games, draws between the sides', () => {
    const { games, shares } = percentages({ bot: 'steady', rules: '', wins: { axis: 70, soviet: 115 }, draws: 15 }, sides)
    expect(games).toBe(200)
    expect(shares.map((s) => s.text)).toEqual(['Soviet wins 58 %', 'drawn 8 %', 'Axis wins 35 %'])
    expect(shares.map((s) => s.games)).toEqual([115, 15, 70])
  })

  it('says whose games they were, by which rules, and how many', () => {
    const entry = { wins: {}, draws: 0 }
    expect(whose({ ...entry, bot: 'steady', rules: '' }, 1)).toBe('Steady bot, 1 game')
    expect(whose({ ...entry, bot: 'staunch', rules: 'with aircraft' }, 40)).toBe('Staunch bot, with aircraft, 40 games')
    expect(whose({ ...entry, bot: 'ours', rules: '' }, 2)).toBe('bot ours, 2 games')
  })

  it('names a side that never won', () => {
    const { shares } = percentages({ bot: 'steady', rules: '', wins: { axis: 4 }, draws: 0 }, sides)
    expect(shares.map((s) => s.text)).toEqual(['Soviet wins 0 %', 'drawn 0 %', 'Axis wins 100 %'])
  })
})
