import { limits } from '@vireo/contract'
import { moveItem } from '../reorder/move-item.ts'

/** The videos that a person added from cards, which play one after the other. */
export type OwnQueue = {
  /** Each video once. */
  ids: readonly string[]
  /** The one of them that was played last; null before the first. */
  at: string | null
  /** After the last video comes the first. */
  isRepeated: boolean
}

export const emptyQueue: OwnQueue = { ids: [], at: null, isRepeated: false }

const version = 1

export const toStored = (queue: OwnQueue) => ({ version, ...queue })

/** Anything else than what `toStored` makes is an empty queue. */
export function parseQueue(stored: string | null): OwnQueue {
  const { version: storedVersion, ids, at, isRepeated } = parseObject(stored)
  if (storedVersion !== version || !Array.isArray(ids)) return emptyQueue
  const known = [...new Set(ids)].filter(isPlausibleId).slice(0, limits.queuedVideos)
  return {
    ids: known,
    at: known.find((id) => id === at) ?? null,
    isRepeated: isRepeated === true,
  }
}

function parseObject(stored: string | null): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(stored ?? 'null')
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}

/** Ids become a part of addresses. */
const isPlausibleId = (id: unknown): id is string => typeof id === 'string' && /^[\w-]{1,36}$/.test(id)

/** The index of the video that plays, or else of the last one that did; -1 before the first. */
function placeOf({ ids, at }: OwnQueue, playingId: string | undefined): number {
  const index = playingId === undefined ? -1 : ids.indexOf(playingId)
  return index < 0 && at !== null ? ids.indexOf(at) : index
}

/** A video that plays without being in the queue is put where the queue is. */
function withPlaying(queue: OwnQueue, playingId: string | undefined): OwnQueue {
  if (playingId === undefined) return queue
  if (queue.ids.includes(playingId)) return { ...queue, at: playingId }
  const place = placeOf(queue, playingId) + 1
  return { ...queue, ids: queue.ids.toSpliced(place, 0, playingId), at: playingId }
}

/**
 * Adds a video after the one that plays, or at the end; one that is in the queue moves there. A full queue drops the
 * videos that were played, and returns undefined if there are none.
 */
export function addToQueue(
  queue: OwnQueue,
  id: string,
  where: 'next' | 'end',
  playingId?: string,
): OwnQueue | undefined {
  const { ids, at, ...rest } = withPlaying(removeFromQueue(queue, id), playingId)
  const place = placeOf({ ids, at, ...rest }, playingId)
  const all = ids.toSpliced(where === 'next' ? place + 1 : ids.length, 0, id)
  const excess = Math.max(0, all.length - limits.queuedVideos)
  if (excess > Math.max(0, place)) return undefined
  return { ...rest, ids: all.slice(excess), at }
}

export function removeFromQueue(queue: OwnQueue, id: string): OwnQueue {
  const index = queue.ids.indexOf(id)
  if (index < 0) return queue
  const at = queue.at === id ? (queue.ids[index - 1] ?? null) : queue.at
  return { ...queue, ids: queue.ids.toSpliced(index, 1), at }
}

export function moveInQueue(queue: OwnQueue, id: string, to: number): OwnQueue {
  const from = queue.ids.indexOf(id)
  return from < 0 ? queue : { ...queue, ids: moveItem(queue.ids, from, to) }
}

/** A random order of the videos that are still to come. */
export function shuffleQueue(queue: OwnQueue, playingId: string, random = Math.random): OwnQueue {
  const place = placeOf(queue, playingId) + 1
  const ranked = queue.ids.slice(place).map((id) => ({ id, rank: random() }))
  const rest = ranked.sort((a, b) => a.rank - b.rank).map(({ id }) => id)
  return { ...queue, ids: [...queue.ids.slice(0, place), ...rest] }
}

/**
 * Takes back the change from `before` to `after`, and keeps what was added or moved since: videos that the change
 * removed are back in their places, and those that it added are removed.
 */
export function undoChange(now: OwnQueue, before: OwnQueue, after: OwnQueue): OwnQueue {
  if (now === after) return before
  const kept = now.ids.filter((id) => before.ids.includes(id) || !after.ids.includes(id))
  const ids = [...kept]
  for (const [index, id] of before.ids.entries())
    if (!after.ids.includes(id) && !ids.includes(id)) ids.splice(index, 0, id)
  return {
    ids: ids.slice(0, limits.queuedVideos),
    at: [now.at, before.at].find((id) => id !== null && ids.includes(id)) ?? null,
    isRepeated: now.isRepeated || before.isRepeated,
  }
}

/** The ids of the videos before and after the one that plays; those that cannot be played are skipped. */
export function neighboursOf(queue: OwnQueue, playingId: string, isPlayable: (id: string) => boolean) {
  const { ids, isRepeated } = queue
  const place = placeOf(queue, playingId)
  const canPlay = (id: string) => id !== playingId && isPlayable(id)
  const before = ids.slice(0, place + 1).filter(canPlay)
  return {
    previous: before.at(-1),
    next: ids.slice(place + 1).find(canPlay) ?? (isRepeated ? before[0] : undefined),
  }
}

/** Notes which video plays. The queue ends when another video plays after its last one. */
export function followPlaying(
  queue: OwnQueue,
  playingId: string,
  isPlayable: (id: string) => boolean,
): OwnQueue {
  if (queue.at === playingId || queue.ids.length === 0) return queue
  if (queue.ids.includes(playingId)) return { ...queue, at: playingId }
  return neighboursOf(queue, playingId, isPlayable).next === undefined ? emptyQueue : queue
}
