/** The position of an item as the API expects it: by its neighbour. */
export function positionOf(ids: readonly string[], id: string): { after?: string; before?: string } {
  const index = ids.indexOf(id)
  const previous = ids[index - 1]
  if (previous !== undefined) return { after: previous }
  const next = ids[index + 1]
  return next === undefined ? {} : { before: next }
}

/** A seed for an order that begins with the given item, or with any. */
export function newSeed(firstId?: string): string {
  const seed = Math.random().toString(36).slice(2, 10)
  return firstId === undefined ? seed : `${seed}_${hash(seed + firstId).toString(36)}`
}

/**
 * A random order derived from the seed, so that a reload has the same order; new items are inserted in between. Items
 * are ranked by a hash and form a circle, which starts at the rank after the _ in the seed.
 */
export function shuffle<Item extends { _id: string }>(items: readonly Item[], seed: string): Item[] {
  const [circle = '', first = '0'] = seed.split('_')
  const start = Number.parseInt(first, 36) || 0
  return items
    .map((item) => ({ item, rank: (hash(circle + item._id) - start) >>> 0 }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item)
}

/** FNV-1a, then mixed once more, so that ids with the same prefix get distant ranks. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let i = 0; i < text.length; i++) value = Math.imul(value ^ text.charCodeAt(i), 0x01000193)
  value = Math.imul(value ^ (value >>> 15), 0x2c1b3c6d)
  return (value ^ (value >>> 13)) >>> 0
}
