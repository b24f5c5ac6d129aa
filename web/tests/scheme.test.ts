import { describe, expect, it } from 'vitest'
import CSS from '../src/app.css?raw'

const PAIRS = new Map([...CSS.matchAll(/--([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map((m) => [m[1]!, { light: m[2]!, dark: m[3]! }] as const))
const SCHEMES = ['light', 'dark'] as const

function luminance(hex: string): number {
  const [r, g, b] = [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16) / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

/** WCAG: from 1 to 21. */
function contrast(scheme: 'light' | 'dark', one: string, other: string): number {
  const [a, b] = [one, other].map((name) => luminance(PAIRS.get(name)![scheme])) as [number, number]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

describe.each(SCHEMES)('the %s scheme', (scheme) => {
  const grounds = ['paper', 'panel', 'raised', 'hover', 'field', 'info', 'note', 'alert']

  it.each(['ink', 'soft', 'accent', 'blue', 'green'])('%s can be read on every ground', (text) => {
    for (const ground of grounds) expect(contrast(scheme, text, ground), ground).toBeGreaterThanOrEqual(4.5)
  })

  it.each([['accent', 'accent-ink'], ['accent-hover', 'accent-ink'], ['blue', 'blue-ink'], ['green', 'green-ink']])('what stands on %s can be read', (ground, text) => {
    expect(contrast(scheme, text, ground)).toBeGreaterThanOrEqual(4.5)
  })

  it('warnings can be read where they stand', () => {
    for (const ground of ['panel', 'raised', 'note']) expect(contrast(scheme, 'warn', ground), ground).toBeGreaterThanOrEqual(4.5)
  })

  it('buttons and the focus have an outline that is seen', () => {
    for (const line of ['strong', 'focus']) for (const ground of ['panel', 'raised']) expect(contrast(scheme, line, ground), `${line} on ${ground}`).toBeGreaterThanOrEqual(3)
  })
})

const PANELS = import.meta.glob<string>('../src/**/*.svelte', { query: '?raw', import: 'default', eager: true })
/** Pictures, the same in both schemes: a curtain, a seal, the patterns of a legend. */
const PICTURES = /gradient\(/

describe('panels', () => {
  const styles = Object.entries(PANELS).flatMap(([name, text]) => [.../<style>[^]*<\/style>/.exec(text)?.[0].split('\n') ?? []].map((line) => [name, line.trim()] as const))

  it('name no colours of their own', () => {
    expect(styles.filter(([, line]) => /#[0-9a-f]{3,6}\b|rgb\(/i.test(line) && !PICTURES.test(line) && !/shadow/.test(line))).toEqual([])
  })

  it('have sizes that follow the reader\'s text', () => {
    const lengths = styles.filter(([name, line]) => !name.includes('companion') && /font|min-height|min-width|padding|gap/.test(line) && /\b\d{2,}px/.test(line) && !line.startsWith('@'))
    expect(lengths).toEqual([])
  })
})
