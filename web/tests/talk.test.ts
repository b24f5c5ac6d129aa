import { expect, test } from 'vitest'
import { hasWords, merged } from '../src/game/talk.svelte'
import type { PostShown } from '../src/lobby/api-types'

const post = (number: number, changes: Partial<PostShown> = {}): PostShown => ({
  number, post: `p${number}`, name: 'Anna', role: 'player', of_side: 'axis', you: false, to: 'all', side: '', text: `words ${number}`, hex: -1, actions: 0, said: '2026-01-01T00:00:00Z', takes_back: '', ...changes
})

test('posts that came are put behind those that were there, each once', () => {
  const before = [post(1), post(2)]
  expect(merged(before, [])).toBe(before)
  expect(merged(before, [post(2), post(3)]).map((p) => p.post)).toEqual(['p1', 'p2', 'p3'])
})

test('what was taken back has neither words nor a place', () => {
  const [first, second] = merged([post(1, { hex: 7 }), post(2)], [post(3, { text: '', takes_back: 'p1' })])
  expect([first!.text, first!.hex, hasWords(first!)]).toEqual(['', -1, false])
  expect(second!.text).toBe('words 2')
})

test('a place alone is something said, and what takes back is not', () => {
  expect(hasWords(post(1, { text: '', hex: 0 }))).toBe(true)
  expect(hasWords(post(1, { takes_back: 'p0', hex: 3 }))).toBe(false)
})
