// Amounts as players write them.

/** 9 tokens are "2 SP 1T". */
export function supplyText(tokens: number): string {
  const sp = Math.floor(tokens / 4)
  const t = tokens % 4
  return [sp ? `${sp} SP` : '', t || !sp ? `${t}T` : ''].filter(Boolean).join(' ')
}

/** Supply that may be less than a token: 1/4T. */
export function quartersText(quarters: number): string {
  if (quarters % 4 === 0) return supplyText(quarters / 4)
  return quarters % 2 === 0 ? `${quarters / 2}/2T` : `${quarters}/4T`
}
