import { expect, test } from 'vitest'
import type { MissionFlight } from '../src/game/types-odds'
import { abortsText, arrivalLines, averageText, effectLines, lossText } from '../src/game/words/mission'

const arrival = (planes: number, points: number, lost: number, chance: number) => ({ planes: Array(planes).fill('x'), reduced: [], points, lost, p: '', chance })
const flight = (arrivals: object[], effects: object[], expected = {}) => ({ arrivals, effects, expected }) as unknown as MissionFlight

test('arrivals that bring the same are one line, the likeliest first', () => {
  const found = arrivalLines(flight([arrival(2, 27, 0, 0.5), arrival(2, 18, 1, 0.2), arrival(2, 18, 1, 0.1), arrival(1, 9, 2, 0.15), arrival(0, 0, 1, 0.05)], []), 2)
  expect(found.map((l) => l.text)).toEqual(['both aircraft, 27 points', 'both aircraft, 18 points, 1 step lost', '1 of 2 aircraft, 9 points, 2 steps lost', 'nobody, 1 step lost'])
  expect(found[1]!.chance).toBeCloseTo(0.3)
  expect(arrivalLines(flight([arrival(1, 1, 0, 1)], []), 1)[0]!.text).toBe('the aircraft, 1 point')
  expect(arrivalLines(flight([arrival(3, 9, 0, 1)], []), 3)[0]!.text).toBe('all 3 aircraft, 9 points')
  expect(arrivalLines(flight([arrival(0, 0, 0, 1)], []), 1)[0]!.text).toBe('nobody')
})

test('many effects end in one line for the others', () => {
  const effects = ['a', 'b', 'c', 'd'].map((text, i) => ({ text, chance: 0.4 - i / 10 }))
  expect(effectLines(flight([], effects), 4)).toHaveLength(4)
  const found = effectLines(flight([], effects), 3)
  expect(found.map((l) => l.text)).toEqual(['a', 'b', 'something else'])
  expect(found[2]!.chance).toBeCloseTo(0.3)
})

test('what is lost on average', () => {
  expect(lossText(flight([], [], { own_steps: 0.26 }))).toBe('You lose 0.3 steps on average.')
  expect(lossText(flight([], []))).toBe('You lose 0.0 steps on average.')
  expect(averageText(1)).toBe('1.0 step')
})

test('what aborts of a side could make of an Air Combat is one sentence', () => {
  const at = (chance: number) => ({ p: String(chance), chance })
  const found = { own: false, past: [at(0.25), at(1)], driven_off: [at(0), at(0.5)], own_steps: [0, 0.75], their_steps: [0.2, 0.31] } as const
  const text = abortsText(found as never)
  expect(text).toBe('If the enemy aborts some before it (14.3d): driven off 0 % to 50 %, past 25 % to 100 %; you lose 0.0 to 0.8 steps in it, the enemy 0.2 to 0.3.')
  expect(abortsText({ ...found, own: true } as never)).toMatch(/^If you abort some before it/)
})
