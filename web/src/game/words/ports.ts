// Ports in words, for the panel, the box beside the pointer and the list of the map.

import type { PortView } from '../types'
import { counted, supplyText } from './amounts'

/** "Port of 3 SP", or with hits "Port of 3 SP, 2 hits: 1 SP 3T". */
export function portText(port: PortView): string {
  const size = `Port of ${supplyText(port.printed)}`
  return port.hits ? `${size}, ${counted(port.hits, 'hit')}: ${supplyText(port.capacity)}` : size
}

/** What it can still take in this phase; nothing of a port whose traffic fog hides. */
export const portLeft = (port: PortView): string => (port.left === '' ? '' : `can take ${port.left} SP more in this phase`)

/** The work that can be done on a port. The panel of the port has it for its hex, that of a unit for hexes beyond its own. */
export const PORT_TASKS: Readonly<Record<string, string>> = {
  repair_port: 'Repair a hit on the port',
  repair_small_port_3: 'Repair a hit on the port',
  repair_small_port_2: 'Repair a hit on the port',
  repair_small_port_1: 'Repair a hit on the port',
  repair_small_port_0: 'Repair a hit on the port',
  wreck_port: 'Damage the port'
}
