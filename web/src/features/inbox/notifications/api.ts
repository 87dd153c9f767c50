import {
  type QueryClient,
  queryOptions,
  useMutation,
  useMutationState,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { api, type EventData, type Notification, type NotificationSettings } from '@vireo/contract'
import { useCallback } from 'react'
import { call } from '../../../lib/api-client.ts'
import { usePersonalEvents } from '../../../lib/events.ts'
import { logFailure } from '../../../lib/log.ts'
import { type DocPages, pagedQuery } from '../../../lib/query/paged-docs.ts'
import { runMutation } from '../../../lib/query/query-client.ts'

const latestKey = ['notifications', 'latest'] as const
const pagesKey = ['notifications', 'pages'] as const

/** A failure is only logged. */
const latestQuery = queryOptions({
  queryKey: latestKey,
  queryFn: ({ signal }) =>
    call(api.notifications.list, { signal }).catch((error: unknown) => {
      if (!signal.aborted) logFailure('Notifications could not be loaded', error)
      throw error
    }),
})

export const notificationPagesQuery = pagedQuery(pagesKey, (cursor, signal) =>
  call(api.notifications.page, { query: cursor ? { cursor } : {}, signal }),
)

export function useNotifications() {
  return useQuery(latestQuery)
}

/** A new event stream repeats the last minute's notifications, but not which ones were read on other devices. */
const freshMs = 3000

/** Keeps the lists up to date with the server's events. Used once, by the bell. */
export function useLiveNotifications() {
  const queryClient = useQueryClient()
  const onEvent = useCallback((added: Notification) => addNotification(queryClient, added), [queryClient])
  const onOpen = useCallback(() => {
    const { dataUpdatedAt = 0, fetchStatus } = queryClient.getQueryState(latestKey) ?? {}
    if (fetchStatus === 'idle' && Date.now() - dataUpdatedAt > freshMs)
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  }, [queryClient])
  const onRead = useCallback(
    ({ id, until }: EventData<'notifications-read'>) =>
      setRead(queryClient, (item) => (id ? item.id === id : item.time <= until), true),
    [queryClient],
  )
  // The session may have ended; if so, a call fails and the page reacts.
  const onRefused = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: latestKey }),
    [queryClient],
  )
  usePersonalEvents('notification', { isListening: true, onEvent, onOpen, onRefused })
  usePersonalEvents('notifications-read', { isListening: true, onEvent: onRead, onOpen: doNothing })
}

const doNothing = () => {}

function addNotification(queryClient: QueryClient, added: Notification) {
  // A pending answer may be older. It must be cancelled, or the first request of a list would not be repeated.
  const lists = { queryKey: ['notifications'] }
  if (queryClient.isFetching(lists) > 0)
    void queryClient.cancelQueries(lists).then(() => queryClient.invalidateQueries(lists))
  queryClient.setQueryData(latestQuery.queryKey, (list) => list && upsertNotification(list, added))
  queryClient.setQueryData<DocPages<Notification>>(pagesKey, (data) => {
    const [first, ...others] = data?.pages ?? []
    if (!data || !first) return data
    const rest = others.map((page) => ({ ...page, docs: page.docs.filter(({ id }) => id !== added.id) }))
    return { ...data, pages: [{ ...first, docs: upsertNotification(first.docs, added) }, ...rest] }
  })
}

function setRead(queryClient: QueryClient, isAffected: (item: Notification) => boolean, isRead: boolean) {
  const patch = (list: Notification[]) =>
    list.map((item) => (isAffected(item) && item.read !== isRead ? { ...item, read: isRead } : item))
  queryClient.setQueryData(latestQuery.queryKey, (list) => list && patch(list))
  queryClient.setQueryData<DocPages<Notification>>(
    pagesKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, docs: patch(page.docs) })) },
  )
}

/** Shown at once and undone on failure, which is only logged. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return ({ id, read }: Notification) => {
    if (read) return
    const hasId = (item: Notification) => item.id === id
    setRead(queryClient, hasId, true)
    runMutation(queryClient, () =>
      call(api.notifications.markRead, { params: { id }, keepalive: true }),
    ).catch((error: unknown) => {
      setRead(queryClient, hasId, false)
      logFailure('A notification could not be marked as read', error)
    })
  }
}

export function useMarkAllRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // Notifications that arrive in the meantime stay unread.
      const until = queryClient.getQueryData(latestQuery.queryKey)?.[0]?.time
      await call(api.notifications.markAllRead, { body: { until } })
      setRead(queryClient, (item) => !until || item.time <= until, true)
    },
  })
}

const settingsKey = ['notification-settings'] as const

/** The stored settings with the pending changes. */
export function useNotificationSettings() {
  const stored = useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => call(api.notifications.settings, { signal }),
  })
  const changes = useMutationState({
    filters: { mutationKey: settingsKey, status: 'pending' },
    select: ({ state }) => state.variables as Partial<NotificationSettings>,
  })
  const settings: NotificationSettings | undefined = stored.data && Object.assign({}, stored.data, ...changes)
  return { stored, settings }
}

export function useChangeSettings(onFailure: (message: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationKey: settingsKey,
    mutationFn: (body: Partial<NotificationSettings>) => call(api.notifications.updateSettings, { body }),
    scope: { id: 'notification-settings' },
    onSuccess: (saved) => {
      queryClient.setQueryData(settingsKey, saved)
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
    },
    onError: (error) => {
      onFailure(error.message)
      void queryClient.invalidateQueries({ queryKey: settingsKey })
    },
  })
}

export function useEndDigest(user: string, token: string) {
  return useMutation({ mutationFn: () => call(api.notifications.unsubscribe, { query: { user, token } }) })
}

/** Inserts a notification by its time, replacing an earlier version of it. */
export function upsertNotification(list: Notification[], added: Notification): Notification[] {
  const others = list.filter(({ id }) => id !== added.id)
  const index = others.findIndex(({ time }) => time <= added.time)
  return index < 0 ? [...others, added] : others.toSpliced(index, 0, added)
}
