// What the sign of a port and the words for it tell.

import { expect, test } from 'vitest'
import type { PortView } from '../src/game/api-types'
import { portLeft, portText } from '../src/game/words/ports'
import { portSigns } from '../src/map/ports'

const port = (more: Partial<PortView>): PortView => ({ hex: 1, side: 'axis', printed: 12, capacity: 12, hits: 0, shut: false, left: '3', source: false, repair: 4, notes: [], ...more })

test('a game without ports has no signs', () => expect(portSigns({})).toEqual([]))

test('a port is barred by an enemy ZOC, and by hits that leave it nothing', () => {
  const ports = [port({}), port({ shut: true }), port({ hits: 4, capacity: 0 }), port({ hits: 2, capacity: 7 })]
  expect(portSigns({ ports }).map(({ capacity, hits, shut }) => [capacity, hits, shut])).toEqual([['3', 0, false], ['3', 0, true], ['0', 4, true], ['1¾', 2, false]])
})

test('a port in words, with and without hits and fog', () => {
  expect(portText(port({}))).toBe('Port of 3 SP')
  expect(portText(port({ hits: 1, capacity: 10 }))).toBe('Port of 3 SP, 1 hit: 2 SP 2T')
  expect(portLeft(port({ left: '1/2' }))).toBe('can take 1/2 SP more in this phase')
  expect(portLeft(port({ left: '' }))).toBe('')
})
