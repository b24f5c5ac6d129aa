import { describe, expect, it } from 'vitest'
import type { GameStore } from '../src/game/store.svelte'
import { surety } from '../src/game/surety.svelte'
import { deciding } from '../src/game/words/deciding'

function game(fields: { mine?: boolean; open?: boolean; humans?: string[]; gives_up?: string; seq?: number; over?: boolean; state?: string }): GameStore {
  const view = { seq: fields.seq ?? 1, over: fields.over ?? false, decision: { side: 'soviet', gives_up: fields.gives_up ?? '' } }
  const found = { view, mine: fields.mine ?? true, open: fields.open ?? false, humans: fields.humans ?? ['soviet'], info: { id: 'g' }, state: fields.state ?? 'playing', rests: fields.state !== undefined, namer: { side: () => 'Soviets' } }
  return found as unknown as GameStore
}

describe('who decides', () => {
  it('is the player by themselves, else a side by its name', () => {
    expect(deciding(game({}))).toEqual({ words: 'Your decision', side: 'Soviets' })
    expect(deciding(game({ mine: false }))).toEqual({ words: 'Soviets decides', side: '' })
    expect(deciding(game({ open: true }))).toEqual({ words: 'Soviets decides', side: '' })
    expect(deciding(game({ humans: ['axis', 'soviet'] }))).toEqual({ words: 'Soviets decides', side: '' })
    expect(deciding(game({ over: true })).words).toBe('')
  })
  it('is nobody once the players have ended the game or put it off', () => {
    expect(deciding(game({ mine: false, state: 'over' }))).toEqual({ words: 'The game is over', side: '' })
    expect(deciding(game({ mine: false, state: 'adjourned' }))).toEqual({ words: 'Adjourned', side: '' })
    const none = game({ mine: false, state: 'over' })
    none.view.decision = null
    expect(deciding(none)).toEqual({ words: 'The game is over', side: '' })
  })
})

describe('what gives something up', () => {
  it('asks once, and means it the second time', () => {
    const losing = game({ gives_up: '2 Repls are lost' })
    let ended = 0
    const end = () => surety.end(losing, () => ended++)
    end()
    expect([ended, surety.asks(losing)]).toEqual([0, true])
    expect(surety.drop(losing)).toBe(true)
    end()
    end()
    expect([ended, surety.asks(losing)]).toEqual([1, false])
  })
  it('asks again at another decision, and never where nothing is lost', () => {
    surety.end(game({ gives_up: 'a', seq: 1 }), () => {})
    expect(surety.asks(game({ gives_up: 'a', seq: 2 }))).toBe(false)
    let ended = 0
    surety.end(game({ seq: 3 }), () => ended++)
    expect(ended).toBe(1)
  })
})
