import { type QueryClient, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { api, type EventData, type Notification, type NotificationSettings } from '@vireo/contract'
import { useCallback } from 'react'
import { call } from '../../lib/api-client.ts'
import { usePersonalEvents } from '../../lib/events.ts'
import { logFailure } from '../../lib/log.ts'
import { type DocPages, pagedQuery } from '../../lib/paged-docs.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { upsertNotification } from './notification-order.ts'

const latestKey = ['notifications', 'latest'] as const
const pagesKey = ['notifications', 'pages'] as const

/** A failure is only logged. */
const latestQuery = queryOptions({
  queryKey: latestKey,
  queryFn: ({ signal }) =>
    call(api.notification.list, { signal }).catch((error: unknown) => {
      if (!signal.aborted) logFailure('Notifications could not be loaded', error)
      throw error
    }),
})

export const notificationPagesQuery = pagedQuery(pagesKey, (cursor, signal) =>
  call(api.notification.page, { query: cursor ? { cursor } : {}, signal }),
)

export function useNotifications() {
  return useQuery(latestQuery)
}

/** The server sends what is up to a minute old when a stream begins, but not what was read elsewhere. */
const freshMs = 3000

/** Keeps the lists up to date with what the server tells. For the one bell of the page. */
export function useLiveNotifications() {
  const queryClient = useQueryClient()
  const onEvent = useCallback((told: Notification) => takeIn(queryClient, told), [queryClient])
  const onOpen = useCallback(() => {
    const { dataUpdatedAt = 0, fetchStatus } = queryClient.getQueryState(latestKey) ?? {}
    if (fetchStatus === 'idle' && Date.now() - dataUpdatedAt > freshMs)
      void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  }, [queryClient])
  const onRead = useCallback(
    ({ id, until }: EventData<'notifications-read'>) =>
      patchAll(queryClient, (one) => (id ? one.id === id : one.time <= until)),
    [queryClient],
  )
  // A session may end elsewhere: the answer to any call tells the page.
  const onRefused = useCallback(
    () => void queryClient.invalidateQueries({ queryKey: latestKey }),
    [queryClient],
  )
  usePersonalEvents('notification', { isListening: true, onEvent, onOpen, onRefused })
  usePersonalEvents('notifications-read', { isListening: true, onEvent: onRead, onOpen: doNothing })
}

const doNothing = () => {}

function takeIn(queryClient: QueryClient, told: Notification) {
  // An answer on its way may be older than this.
  if (queryClient.isFetching({ queryKey: ['notifications'] }) > 0)
    void queryClient.invalidateQueries({ queryKey: ['notifications'] })
  queryClient.setQueryData(latestQuery.queryKey, (list) => list && upsertNotification(list, told))
  queryClient.setQueryData<DocPages<Notification>>(pagesKey, (data) => {
    const [first, ...others] = data?.pages ?? []
    if (!data || !first) return data
    const rest = others.map((page) => ({ ...page, docs: page.docs.filter(({ id }) => id !== told.id) }))
    return { ...data, pages: [{ ...first, docs: upsertNotification(first.docs, told) }, ...rest] }
  })
}

function patchAll(queryClient: QueryClient, isConcerned: (one: Notification) => boolean) {
  const patch = (list: Notification[]) =>
    list.map((one) => (isConcerned(one) && !one.read ? { ...one, read: true } : one))
  queryClient.setQueryData(latestQuery.queryKey, (list) => list && patch(list))
  queryClient.setQueryData<DocPages<Notification>>(
    pagesKey,
    (data) => data && { ...data, pages: data.pages.map((page) => ({ ...page, docs: patch(page.docs) })) },
  )
}

/** Shown at once. A failure is only logged: the next load tells how it is. */
export function useMarkRead() {
  const queryClient = useQueryClient()
  return ({ id, read }: Notification) => {
    if (read) return
    patchAll(queryClient, (one) => one.id === id)
    runMutation(queryClient, () =>
      call(api.notification.markRead, { params: { id }, keepalive: true }),
    ).catch((error: unknown) => logFailure('A notification could not be marked as read', error))
  }
}

export function useMarkAllRead() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async () => {
      // What is told meanwhile was not seen.
      const until = queryClient.getQueryData(latestQuery.queryKey)?.[0]?.time
      await call(api.notification.markAllRead, { body: { until } })
      patchAll(queryClient, (one) => !until || one.time <= until)
    },
  })
}

export const notificationSettingsQuery = queryOptions({
  queryKey: ['notification-settings'],
  queryFn: ({ signal }) => call(api.notification.settings, { signal }),
})

/** Shown at once, and taken back if it fails. */
export function useChangeSettings(onFailure: (message: string) => void) {
  const queryClient = useQueryClient()
  const { queryKey } = notificationSettingsQuery
  return useMutation({
    mutationFn: (body: Partial<NotificationSettings>) => call(api.notification.updateSettings, { body }),
    scope: { id: 'notification-settings' },
    onMutate: (body) =>
      queryClient.setQueryData(queryKey, (settings) => settings && { ...settings, ...body }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['notifications'] }),
    onError: (error) => {
      onFailure(error.message)
      void queryClient.invalidateQueries({ queryKey })
    },
  })
}

export function useEndDigest(user: string, token: string) {
  return useMutation({ mutationFn: () => call(api.notification.unsubscribe, { query: { user, token } }) })
}
