import { createPersonalStore } from '../../../lib/store/personal-store.ts'
import { createStore } from '../../../lib/store/store.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { emptyQueue, type OwnQueue, parseQueue, toStored, undoChange } from './queue.ts'

const queues = createPersonalStore<OwnQueue>((userId) => `queue:${userId}`, parseQueue, toStored)

/** The video in this tab's player, on its page or in the corner. */
export const nowPlaying = createStore<string | undefined>(undefined)

/** Always empty for visitors. */
export function useOwnQueue() {
  const { user } = useCurrentUser()
  const queue = useStore({
    subscribe: queues.subscribe,
    get: () => (user ? queues.get(user._id) : emptyQueue),
  })
  /** Returns what undoes the change; undefined if it is not possible. */
  const change = (how: (queue: OwnQueue) => OwnQueue | undefined) => {
    const before = user ? queues.get(user._id) : emptyQueue
    const after = how(before)
    if (!user || !after) return undefined
    if (after !== before) queues.set(user._id, after)
    return () => queues.set(user._id, undoChange(queues.get(user._id), before, after))
  }
  return { queue, change }
}
