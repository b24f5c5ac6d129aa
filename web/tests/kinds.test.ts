import { describe, expect, it } from 'vitest'
import { kindOf } from '../src/game/choices/kinds'
import { type Names, textOf } from '../src/game/choices/template'
import type { Action } from '../src/game/types'
import { words } from '../src/game/words/names'
import samples from './kinds.fixtures.json'

// as tools/action_kinds.py names things
const names: Names = {
  unit: (id) => `unit ${id}`, hex: (hex) => `hex ${hex}`, army: (id) => `army ${id}`, counter: (id) => `counter ${id}`, printed: (id) => `printed ${id}`, word: words
}

describe('the words of an action', () => {
  it.each(samples as unknown as [Action, string][])('%o are those of Python', (action, text) => {
    expect(textOf(kindOf(action), action, names)).toBe(text)
  })
})
