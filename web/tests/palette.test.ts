import { afterEach, describe, expect, it } from 'vitest'
import { choosePalette, INK, livery, OVERLAY, PALETTES, type Palette } from '../src/map/palette'

type Rgb = [number, number, number]

const rgb = (hex: string): Rgb => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255) as Rgb
const linear = (hex: string): Rgb => rgb(hex).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)) as Rgb
const luminance = (hex: string) => linear(hex).reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i]!, 0)

/** WCAG: from 1 to 21. */
function contrast(a: string, b: string): number {
  const [light, dark] = [luminance(a), luminance(b)].sort((x, y) => y - x) as [number, number]
  return (light + 0.05) / (dark + 0.05)
}

/** Machado, Oliveira and Fernandes 2009, severity 1. */
const EYES: Record<string, number[][]> = {
  all: [[1, 0, 0], [0, 1, 0], [0, 0, 1]],
  protanopia: [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]],
  deuteranopia: [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.01182, 0.04294, 0.968881]],
  tritanopia: [[1.255528, -0.076749, -0.178779], [-0.078411, 0.930809, 0.147602], [0.004733, 0.691367, 0.3039]],
  greyscale: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]]
}

/** How far apart two colours are for such eyes, from 0 to 100: distance in Oklab. */
function apart(a: string, b: string, eyes: string): number {
  const lab = (hex: string): number[] => {
    const seen = EYES[eyes]!.map((row) => Math.max(0, row.reduce((sum, k, i) => sum + k * linear(hex)[i]!, 0)))
    const [r, g, bl] = seen as Rgb
    const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * bl)
    const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * bl)
    const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * bl)
    return [0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s, 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s, 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s]
  }
  const [x, y] = [lab(a), lab(b)]
  return 100 * Math.hypot(...x.map((v, i) => v - y[i]!))
}

const GROUND = [INK.paper, INK.woods, INK.forest, INK.marsh, INK.hill, INK.water, INK.town]
const FOR: [string, string][] = [['protanopia', 'red-green'], ['deuteranopia', 'red-green'], ['tritanopia', 'blue-yellow'], ['greyscale', 'grey']]
const named = (id: string): Palette => PALETTES.find((p) => p.id === id)!

afterEach(() => void choosePalette('standard'))

describe('palettes', () => {
  it.each(PALETTES.map((p) => [p.id, p] as const))('%s: overlays can be told from every terrain', (_, p) => {
    for (const [name, ink] of Object.entries(p.overlay)) for (const ground of GROUND) expect(contrast(ink, ground), `${name} ${ink} on ${ground}`).toBeGreaterThanOrEqual(3)
  })

  it.each(PALETTES.filter((p) => p.sides).map((p) => [p.id, p] as const))('%s: values can be read on the counters', (_, p) => {
    for (const side of p.sides!) {
      expect(contrast(side.ink, side.base)).toBeGreaterThanOrEqual(4.5)
      for (const ground of GROUND) expect(contrast(side.map, ground)).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(FOR)('%s: the sides are told apart with %s', (eyes, id) => {
    const [one, other] = named(id).sides!
    expect(apart(one.base, other.base, eyes)).toBeGreaterThan(15)
    expect(apart(one.map, other.map, eyes)).toBeGreaterThan(12)
  })

  // enemies of the games that are here; beside colour, silhouettes and lines differ by side
  it.each([['de', 'su'], ['de', 'fr'], ['br', 'jp'], ['us', 'jp']])('%s and %s are told apart', (one, other) => {
    expect(apart(livery(one, 0).base, livery(other, 1).base, 'all')).toBeGreaterThan(7)
    expect(apart(livery(one, 0).map, livery(other, 1).map, 'all')).toBeGreaterThan(8)
    for (const nation of [one, other]) {
      expect(contrast(livery(nation).ink, livery(nation).base)).toBeGreaterThanOrEqual(4.5)
      for (const ground of GROUND) expect(contrast(livery(nation).map, ground), nation).toBeGreaterThanOrEqual(3)
    }
  })

  it.each(FOR)('%s: where one may go and what blocks are told apart with %s', (eyes, id) => {
    const { reach, blocked, overrun } = named(id).overlay
    expect(apart(reach, blocked, eyes)).toBeGreaterThan(12)
    expect(apart(reach, overrun, eyes)).toBeGreaterThan(12)
  })

  it('are chosen by name, the standard one for a name that there is not', () => {
    const german = livery('de', 0).base
    expect(choosePalette('grey').id).toBe('grey')
    expect(OVERLAY.reach).toBe(named('grey').overlay.reach)
    expect(livery('de', 0)).toBe(named('grey').sides![0])
    expect(livery('su', 1)).toBe(named('grey').sides![1])
    expect(choosePalette('pink').id).toBe('standard')
    expect(livery('de', 0).base).toBe(german)
  })
})
