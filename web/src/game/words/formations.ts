import type { SideId, View } from '../types'

/** Multi-unit formations of a side in a fixed order: each gets the stripe of its place. */
export function formationsOf(view: View, side: SideId): string[] {
  const all = [...view.units.filter((u) => u.side === side).map((u) => u.counter), ...view.arrivals.filter((a) => a.side === side).flatMap((a) => a.units.map((u) => u.counter))]
  return [...new Set(all.map((c) => c.formation).filter(Boolean))].sort()
}
