import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { board } from './board'

/** A painter that only says whether it still works. */
class Painter {
  static all: Painter[] = []
  ended = false
  constructor() {
    Painter.all.push(this)
  }
  postMessage(): void {}
  terminate(): void {
    this.ended = true
  }
}

beforeEach(() => {
  vi.useFakeTimers()
  vi.resetModules()
  Painter.all = []
  vi.stubGlobal('Worker', Painter)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('a picture of the game that was left does not take the sheet from the one that is open', async () => {
  const { keptSheet, LINGER_MS, sheetOf } = await import('../src/map/sheet')
  const [one, two] = [board({ name: 'one' }), board({ name: 'two' })]
  const first = sheetOf(one)
  const second = sheetOf(two)
  expect(keptSheet(one)).toBe(first)
  expect(sheetOf(two)).toBe(second)
  expect(Painter.all.map((p) => p.ended)).toEqual([false, false])
  vi.advanceTimersByTime(LINGER_MS)
  expect(Painter.all.map((p) => p.ended)).toEqual([true, false])
  expect(keptSheet(one)).toBeNull()
  expect(sheetOf(two)).toBe(second)
})

test('who goes back in time finds the sheet as it was, and it stays', async () => {
  const { LINGER_MS, sheetOf } = await import('../src/map/sheet')
  const [one, two] = [board({ name: 'one' }), board({ name: 'two' })]
  const first = sheetOf(one)
  sheetOf(two)
  expect(sheetOf(one)).toBe(first)
  vi.advanceTimersByTime(LINGER_MS)
  expect(Painter.all.map((p) => p.ended)).toEqual([false, true])
})
