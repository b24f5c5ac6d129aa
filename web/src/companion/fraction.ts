// Exact numbers of the companion: whole numerators and denominators, written as players write them.

export interface Fraction {
  readonly n: number
  readonly d: number // above 0, no common factor with n
}

export const gcd = (a: number, b: number): number => (b ? gcd(b, a % b) : Math.abs(a))

export function fraction(n: number, d = 1): Fraction {
  const common = gcd(n, d) || 1
  return { n: n / common, d: d / common }
}

/** A number as players write it: 7, 3.5 or 7/2. null for anything else. */
export function parse(text: string): Fraction | null {
  const m = /^\s*([+-]?)(?:(\d{1,6})\/(\d{1,6})|(\d{0,6})(?:\.(\d{0,6}))?)\s*$/.exec(text)
  if (!m) return null
  const sign = m[1] === '-' ? -1 : 1
  if (m[2] !== undefined) return Number(m[3]) ? fraction(sign * Number(m[2]), Number(m[3])) : null
  if (!m[4] && !m[5]) return null
  const places = m[5]?.length ?? 0
  return fraction(sign * Number(`${m[4] ?? ''}${m[5] ?? ''}`), 10 ** places)
}

export const text = (x: Fraction): string => (x.d === 1 ? String(x.n) : `${x.n}/${x.d}`)

/** A strength as players write it: 4, 2.5, 1/3. */
export const show = (x: Fraction): string => (SHORT.has(x.d) ? String(x.n / x.d) : text(x))
const SHORT = new Set([1, 2, 4, 5, 8, 10])

export const times = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.n, a.d * b.d)
export const over = (a: Fraction, b: Fraction): Fraction => fraction(a.n * b.d, a.d * b.n)
export const less = (a: Fraction, b: Fraction): boolean => a.n * b.d < b.n * a.d

/** 4.1: to the nearest whole number, one half goes up. */
export const rounded = (x: Fraction): number => Math.floor((2 * x.n + x.d) / (2 * x.d))
