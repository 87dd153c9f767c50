import { setTimeout as sleep } from 'node:timers/promises'

interface Waiting<Item, Result> {
  item: Item
  resolve(result: Result): void
  reject(error: unknown): void
}

interface BatchOptions<Item, Result> {
  /** Batches of one group run one after the other; groups do not wait for each other. */
  groupOf(item: Item): string
  /** Two items with the same key are never in one batch. Without `overlapAfterMs` the second runs after the first. */
  keyOf?(item: Item): unknown
  maxItems: number
  /** If batches may overlap: how long a batch waits for the one before it. */
  overlapAfterMs?: number
  /** Resolves to a function that returns the result of an item, or throws if this one failed. */
  run(items: Item[]): Promise<(item: Item) => Result>
  /** Whether a single item may have caused this error. Each item of the batch is then run again on its own. */
  isSingleItemError?(error: unknown): boolean
}

/** Creates a function that runs an item now if its group is idle, otherwise later with all that arrive meanwhile. */
export function createBatches<Item, Result>(options: BatchOptions<Item, Result>) {
  const groups = new Map<string, Waiting<Item, Result>[]>()

  async function runGroup(group: string, queue: Waiting<Item, Result>[]) {
    while (queue.length > 0) {
      const running = runBatch(takeBatch(queue, options), options)
      await (options.overlapAfterMs === undefined
        ? running
        : Promise.race([running, sleep(options.overlapAfterMs)]))
    }
    groups.delete(group)
  }

  return (item: Item): Promise<Result> =>
    new Promise((resolve, reject) => {
      const group = options.groupOf(item)
      const waiting = { item, resolve, reject }
      const queue = groups.get(group)
      if (queue) queue.push(waiting)
      else {
        const started = [waiting]
        groups.set(group, started)
        void runGroup(group, started)
      }
    })
}

async function runBatch<Item, Result>(
  batch: Waiting<Item, Result>[],
  options: BatchOptions<Item, Result>,
): Promise<void> {
  let resultOf: (item: Item) => Result
  try {
    resultOf = await options.run(batch.map(({ item }) => item))
  } catch (error) {
    if (batch.length > 1 && options.isSingleItemError?.(error)) {
      await Promise.all(batch.map((waiting) => runBatch([waiting], options)))
      return
    }
    resultOf = () => {
      throw error
    }
  }
  for (const { item, resolve, reject } of batch) {
    try {
      resolve(resultOf(item))
    } catch (error) {
      reject(error)
    }
  }
}

/** Removes the first items with different keys from the queue; the others stay in order. */
function takeBatch<Item, Result>(
  queue: Waiting<Item, Result>[],
  { keyOf = (item) => item, maxItems }: BatchOptions<Item, Result>,
): Waiting<Item, Result>[] {
  const batch = new Map<unknown, Waiting<Item, Result>>()
  const left = queue.filter((waiting) => {
    const key = keyOf(waiting.item)
    if (batch.size >= maxItems || batch.has(key)) return true
    batch.set(key, waiting)
    return false
  })
  queue.splice(0, queue.length, ...left)
  return [...batch.values()]
}
