// The bots that a player can choose as opponents, in words.

export const BOTS = [
  { id: 'steady', name: 'Steady bot', text: 'It keeps its units supplied and attacks at good odds.' },
  { id: 'keen', name: 'Keen bot', text: 'As the steady bot, but it does not shrink from danger and waits with taking places: much harder to beat, and as fast.' },
  { id: 'staunch', name: 'Staunch bot', text: 'As the keen bot, but it reopens the supply lines of units that are cut off and keeps Reserves. The strongest that does not stop to think.' },
  { id: 'planner', name: 'Planning bot', text: 'It plans each turn by playing it out in imagined games. That takes some seconds. Afterwards it tells you what it planned.' },
  { id: 'bold', name: 'Bold bot', text: 'As the steady bot, but it presses on and attacks at some risk.' },
  { id: 'cautious', name: 'Cautious bot', text: 'As the steady bot, but it stays in its line and attacks only for a clear gain.' },
  { id: 'raider', name: 'Raiding bot', text: 'As the steady bot, but its tanks and trucked troops go for your supply lines.' },
  { id: 'miser', name: 'Thrifty bot', text: 'As the steady bot, but it moves, attacks and fires only where that is well worth its supply.' },
  { id: 'random', name: 'Random bot', text: 'It makes any legal move: good for trying things out.' }
] as const

/** Planners by how long they think: the server says which of them may play. */
const LEVELS: Record<string, string> = { 'planner-quick': 'Planning bot, quick', 'planner-slow': 'Planning bot, at length' }

/** A bot's name in words; its id if it is none of ours. */
export const botName = (id: string): string => BOTS.find((bot) => bot.id === id)?.name ?? LEVELS[id] ?? `bot ${id}`

/** The bots to choose from, of those that the server lets play: the steady one first, planners by their thought. */
export function botsToChoose(allowed: readonly string[]): string[] {
  const order: string[] = BOTS.flatMap(({ id }) => (id === 'planner' ? ['planner-quick', id, 'planner-slow'] : [id]))
  return order.filter((id) => allowed.includes(id))
}
