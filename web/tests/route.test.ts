import { expect, it } from 'vitest'
import { RouteMode } from '../src/game/route.svelte'

/** Ways lead straight from hex to hex, with no limit but hex 99. */
function route() {
  const asked: string[] = []
  const way = (_: string, __: readonly string[], hex: number, via: readonly number[]) => {
    asked.push([...via, hex].join())
    return Promise.resolve({ marks: [1, ...via, hex].map((h, i) => ({ hex: h, mp: String(9 - i) })), refusals: hex === 99 ? [{ text: 'too far' }] : [], stop: '' })
  }
  const game = { mine: true, eyes: 'axis', api: { way }, namer: { hex: (h: number) => `hex ${h}` } }
  return { asked, mode: new RouteMode(game as never, { selected: { hex: 1, units: ['pz'] } } as never) }
}

it('the way that is shown goes through the waypoints to the hex that is pointed at', async () => {
  const { mode } = route()
  await mode.add(5)
  expect(mode.said).toBe('Way to hex 5: 8 MP left')
  await mode.foresee(7)
  expect(mode.trails.map((t) => t.hexes)).toEqual([[1, 5, 7]])
  expect(mode.said).toBe('Way to hex 7: 7 MP left')
  await mode.foresee(99)
  expect(mode.trails.map((t) => t.hexes)).toEqual([[1, 5]])
  await mode.foresee(7)
  await mode.back()
  expect(mode.trails).toEqual([])
})

it('what was pointed at before comes too late', async () => {
  const { mode } = route()
  await mode.add(5)
  const late = mode.foresee(7)
  await mode.foresee(8)
  await late
  expect(mode.trails.map((t) => t.hexes)).toEqual([[1, 5, 8]])
  const gone = mode.foresee(9)
  mode.clear()
  await gone
  expect(mode.trails).toEqual([])
})
