import { describe, expect, it } from 'vitest'
import { groupOf } from '../src/game/words/log-groups'

describe('the groups of the log', () => {
  it('are words of players, several kinds to one', () => {
    expect(['combat', 'disorganization', 'movement', 'sequence', 'low_supply', 'air', 'tasks', 'supply_drop'].map(groupOf)).toEqual(['combat', 'combat', 'moves', 'phases', 'supply', 'air', 'air', 'air'])
  })

  it('take in what they do not know', () => {
    expect([groupOf('dice'), groupOf('sea_lift')]).toEqual(['dice', 'sea lift'])
  })
})
