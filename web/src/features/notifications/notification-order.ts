import type { Notification } from '@vireo/contract'

/** The list with this one in its place by time, and only once: it may have been there before. */
export function upsertNotification(list: Notification[], told: Notification): Notification[] {
  const others = list.filter(({ id }) => id !== told.id)
  const index = others.findIndex(({ time }) => time <= told.time)
  return index < 0 ? [...others, told] : others.toSpliced(index, 0, told)
}
