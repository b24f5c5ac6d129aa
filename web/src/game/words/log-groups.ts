// The groups by which a player filters the log; the server names a line's kind by where its event is defined.

const GROUPS: Readonly<Record<string, readonly string[]>> = {
  combat: ['combat', 'disorganization', 'defensive_fire', 'aimed_barrage', 'banzai', 'evaded', 'cleared', 'hq_evasion'],
  supply: ['supply', 'low_supply', 'tap'],
  moves: ['movement', 'raiders', 'recon', 'covers'],
  works: ['construction', 'works', 'damaged_rails'],
  air: ['air', 'tasks', 'air_drop', 'supply_drop', 'unit_drop', 'load_drop', 'drop_plans', 'trainbusting', 'interdict', 'hex_flak', 'joint_barrage', 'base_supply', 'rebasing', 'by_air'],
  sea: ['naval'],
  units: ['replacements', 'breakdowns'],
  command: ['events'],
  phases: ['sequence']
}
const BY_KIND = new Map(Object.entries(GROUPS).flatMap(([group, kinds]) => kinds.map((kind) => [kind, group] as const)))

/** The group of a kind of line, in a word; what this page does not know is a group of its own. */
export const groupOf = (kind: string): string => BY_KIND.get(kind) ?? kind.replaceAll('_', ' ')

/** A piece of a line; with a hex it is a link to it. */
export interface Piece {
  text: string
  hex: number
}

/** A line's sentence with its hexes as links where they are named; hexes that it does not name follow. */
export function linked(text: string, hexes: readonly number[], name: (hex: number) => string): Piece[] {
  const named = new Map(hexes.map((hex) => [name(hex), hex]))
  const pieces: Piece[] = []
  const told = new Set<number>()
  for (const part of text.split(/(\S+)/)) {
    const [, before, word, after] = /^(\W*)(.*?)(\W*)$/.exec(part)!
    const hex = named.get(word!)
    if (hex === undefined) pieces.push({ text: part, hex: -1 })
    else {
      told.add(hex)
      pieces.push({ text: before!, hex: -1 }, { text: word!, hex }, { text: after!, hex: -1 })
    }
  }
  for (const [word, hex] of named) if (!told.has(hex)) pieces.push({ text: ' ', hex: -1 }, { text: word, hex })
  return pieces.filter((p) => p.text)
}
