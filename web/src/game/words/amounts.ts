// Amounts as players write them.

/** So many of something: "1 step", "2 steps", "3 hexes", "2 dice". The one home of plurals on the page. */
export const counted = (n: number | string, one: string, many = one.endsWith('x') ? `${one}es` : `${one}s`): string => `${n} ${String(n) === '1' ? one : many}`

/** 9 tokens are "2 SP 1T". */
export function supplyText(tokens: number): string {
  const sp = Math.floor(tokens / 4)
  const t = tokens % 4
  return [sp ? `${sp} SP` : '', t || !sp ? `${t}T` : ''].filter(Boolean).join(' ')
}

/** What an aircraft carries, from half tokens: "2T", "1+1/2T". */
export function capacityText(halves: number): string {
  const whole = Math.floor(halves / 2)
  return halves % 2 ? (whole ? `${whole}+1/2T` : '1/2T') : `${whole}T`
}

/** The buttons beside a slider of tokens; a slider's place is counted in tokens. */
export const AMOUNT_STEPS = [
  { by: -4, sign: '−SP', name: '1 SP less' },
  { by: -1, sign: '−T', name: '1T less' },
  { by: 1, sign: '+T', name: '1T more' },
  { by: 4, sign: '+SP', name: '1 SP more' }
] as const

const FEW = 3

/** Things that differ in their tokens only stand together, in the place of the first, the largest amount first. A few stay as they are. */
export function byAmount<T>(things: readonly T[], tokens: (thing: T) => number | null, same: (thing: T) => string): (T | T[])[] {
  const groups = new Map<string, T[]>()
  for (const thing of things) {
    if (tokens(thing) === null) continue
    const key = same(thing)
    const group = groups.get(key)
    if (group) group.push(thing)
    else groups.set(key, [thing])
  }
  const found: (T | T[])[] = []
  for (const thing of things) {
    const group = tokens(thing) === null ? [] : groups.get(same(thing))!
    if (group.length <= FEW) found.push(thing)
    else if (group[0] === thing) found.push([...group].sort((a, b) => tokens(b)! - tokens(a)!))
  }
  return found
}

/** Supply that may be less than a token: 1/4T. */
export function quartersText(quarters: number): string {
  if (quarters % 4 === 0) return supplyText(quarters / 4)
  return quarters % 2 === 0 ? `${quarters / 2}/2T` : `${quarters}/4T`
}
