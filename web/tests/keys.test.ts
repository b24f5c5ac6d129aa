import { describe, expect, it } from 'vitest'
import { BINDABLE, type Bindable, commandOf, keyOf, rebind } from '../src/game/keys'

const press = (key: string, changed = {}) => commandOf({ key, code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }, changed)

describe('keys that the player may change', () => {
  it('are all different at first', () => {
    const keys = Object.values(BINDABLE).map((b) => b.key)
    expect(new Set(keys).size).toBe(keys.length)
    for (const b of Object.values(BINDABLE)) expect(press(b.key)).toEqual(b.command)
  })

  it('mean the command that they were given to, and the old key means nothing', () => {
    const changed = rebind('zoc', 'ä', {})!
    expect(changed).toEqual({ zoc: 'ä' })
    expect([press('ä', changed), press('z', changed)]).toEqual(['zoc', null])
  })

  it('are swapped with the command that had the key, and swapped back leave nothing changed', () => {
    const changed = rebind('zoc', 'S', {})!
    expect(changed).toEqual({ zoc: 's', supply: 'z' })
    expect([press('s', changed), press('z', changed)]).toEqual(['zoc', 'supply'])
    expect(rebind('zoc', 'z', changed)).toEqual({})
  })

  it('redo where Shift is held to what undoes', () => {
    const held = (key: string, ctrlKey: boolean, shiftKey: boolean) => commandOf({ key, code: '', ctrlKey, metaKey: false, altKey: false, shiftKey })
    expect([held('u', false, false), held('U', false, true), held('z', true, false), held('Z', true, true), held('y', true, false)]).toEqual(['undo', 'redo', 'undo', 'redo', 'redo'])
  })

  it('cannot be those with a fixed meaning', () => {
    for (const key of [' ', '?', '3', 'Enter', 'F5', 'Home']) expect(rebind('zoc', key, {})).toBeNull()
    expect(rebind('zoc', 'ö', {})).toEqual({ zoc: 'ö' })
  })

  it('never leave two commands on one key', () => {
    let changed = {}
    for (const [name, key] of [['zoc', 's'], ['jump', 's'], ['supply', 'j'], ['fit', 'x']] as [Bindable, string][]) changed = rebind(name, key, changed)!
    const keys = (Object.keys(BINDABLE) as Bindable[]).map((name) => keyOf(name, changed))
    expect(new Set(keys).size).toBe(keys.length)
  })
})
