// Amounts as players write them.

/** 9 tokens are "2 SP 1T". */
export function supplyText(tokens: number): string {
  const sp = Math.floor(tokens / 4)
  const t = tokens % 4
  return [sp ? `${sp} SP` : '', t || !sp ? `${t}T` : ''].filter(Boolean).join(' ')
}
