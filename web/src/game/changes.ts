// A view from an earlier one and what has changed since. What did not change stays the same object.

import type { Changes, Run } from './api-types'
import type { View } from './types'

export function applied(view: View, changes: Changes): View {
  const lists = Object.entries(changes.lists).map(([name, runs]) => [name, joined(view[name as keyof View] as unknown[], runs)])
  return { ...view, ...changes.fields, ...Object.fromEntries(lists) }
}

function joined(list: readonly unknown[], runs: readonly Run[]): unknown[] {
  return runs.flatMap((run) => [...list.slice(run.start, run.start + run.count), ...run.then])
}
