// Movement points as the server writes them ("2.5", "1/3", "1 1/3").

const FRACTIONS: Record<string, string> = { '1/4': '¼', '1/2': '½', '3/4': '¾', '1/3': '⅓', '2/3': '⅔', '0.5': '½', '0.25': '¼', '0.75': '¾' }

/** MP as a number. */
export function mpValue(mp: string): number {
  return mp.split(' ').reduce((sum, part) => {
    const [a, b] = part.split('/')
    return sum + Number(a) / Number(b ?? 1)
  }, 0)
}

/** "2.5" as "2½", to fit. */
export function short(mp: string): string {
  const [whole, part] = mp.includes('.') ? [mp.slice(0, mp.indexOf('.')), `0${mp.slice(mp.indexOf('.'))}`] : ['', mp]
  const sign = FRACTIONS[part!]
  return sign ? `${whole === '0' ? '' : whole}${sign}` : mp
}
