// Whether two things say the same. What is derived is made anew whenever something that it was made from changes, though mostly it comes
// out as before; then nothing need be painted.

/** Plain data are compared part by part; other objects, and functions, are the same only if they are one. */
export function same(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return false
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((part, i) => same(part, b[i]))
  if (!isPlain(a) || !isPlain(b)) return false
  const names = Object.keys(a)
  return names.length === Object.keys(b).length && names.every((name) => name in b && same(a[name], b[name]))
}

const isPlain = (thing: object): thing is Record<string, unknown> => Object.getPrototypeOf(thing) === Object.prototype
