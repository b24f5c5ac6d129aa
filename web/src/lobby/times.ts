// Times and browsers, as a player reads of them.

/** The day of a moment, as the reader's language writes it. */
export const day = (moment: string) => new Date(moment).toLocaleDateString(undefined, { day: 'numeric', month: 'short', year: 'numeric' })

/** A moment, with its day where that is not today. */
export function moment(at: string): string {
  const when = new Date(at)
  const today = when.toDateString() === new Date().toDateString()
  return when.toLocaleString(undefined, { hour: '2-digit', minute: '2-digit', ...(today ? {} : { day: 'numeric', month: 'short' }) })
}

const BROWSERS = [['Edg/', 'Edge'], ['OPR/', 'Opera'], ['Firefox/', 'Firefox'], ['Chrome/', 'Chrome'], ['Safari/', 'Safari']] as const
const SYSTEMS = [['Android', 'Android'], ['iPhone', 'iPhone'], ['iPad', 'iPad'], ['Windows', 'Windows'], ['Mac OS', 'Mac'], ['Linux', 'Linux']] as const

/** What a browser calls itself, in two words; what is none of these stays as it is. */
export function browserOf(agent: string): string {
  const browser = BROWSERS.find(([sign]) => agent.includes(sign))?.[1]
  const system = SYSTEMS.find(([sign]) => agent.includes(sign))?.[1]
  return browser ? `${browser}${system ? ` on ${system}` : ''}` : agent || 'a browser without a name'
}
