/** The list with one item moved to another index. */
export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const moved = items.filter((_, index) => index !== from)
  const item = items[from]
  if (item !== undefined) moved.splice(to, 0, item)
  return moved
}

export type Edge = 'top' | 'bottom'

/** The index of a row that is dropped above or below another one. */
export function placeBeside(rows: readonly { _id: string }[], id: string, besideId: string, edge: Edge) {
  const others = rows.filter(({ _id }) => _id !== id)
  return others.findIndex(({ _id }) => _id === besideId) + (edge === 'bottom' ? 1 : 0)
}
