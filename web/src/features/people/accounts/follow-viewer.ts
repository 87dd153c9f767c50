import { hashKey, type QueryClient } from '@tanstack/react-query'
import type { CurrentUser } from '@vireo/contract'
import { useCallback } from 'react'
import { usePersonalEvents } from '../../../lib/events.ts'
import { toastNotice } from '../../../ui/feedback/toasts/toast.ts'
import { currentUserQuery, forgetSharedFiles, forgetViewerData } from './api.ts'

// A session may end or change without this page: signed out from another device, suspended, or another person signed in
// in another tab. Then nothing that was loaded for the previous person stays on the page or in memory. Drafts stay:
// they are stored by person, and shown to nobody else.

const messages = {
  ended: 'You were signed out. Sign in again to continue.',
  suspended: 'This account is suspended. The reason was sent to its e-mail address.',
  other: ({ fullname }: CurrentUser) => `You are signed in as ${fullname} now.`,
}

/** The id of the signed-in person, or nothing, by which the tabs of a browser notice a change. */
const storageKey = 'viewer'

/** Other tabs may store ids in quick succession. */
const askEveryMs = 1000

/** The person whose suspension was reported, until somebody is signed in again. */
let suspendedId: string | undefined

/** Drops the previous person's data when the session turns out to be another one, and says why. */
export function followViewer(queryClient: QueryClient) {
  let viewer: CurrentUser | null | undefined
  const ask = () => void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey })
  let askedAt = Number.NEGATIVE_INFINITY
  let timer: ReturnType<typeof setTimeout> | undefined
  const askIfChanged = () => {
    clearTimeout(timer)
    const id = readStoredId()
    if (viewer === undefined || id === undefined || id === (viewer?._id ?? null)) return
    const waitMs = askedAt + askEveryMs - performance.now()
    if (waitMs > 0) {
      timer = setTimeout(askIfChanged, waitMs)
    } else {
      askedAt = performance.now()
      ask()
    }
  }
  const currentUserHash = hashKey(currentUserQuery.queryKey)
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'success') return
    if (event.query.queryHash !== currentUserHash) return
    const before = viewer
    viewer = event.query.state.data as CurrentUser | null
    storeId(viewer?._id)
    if (viewer && viewer._id !== before?._id) suspendedId = undefined
    // A manual change is a sign-in or sign-out on this page, or an edit of the profile.
    if (before === undefined || before?._id === viewer?._id || event.action.manual) return
    forgetViewerData(queryClient)
    if (!before) return
    forgetSharedFiles()
    toastNotice(reasonFor(before, viewer))
  })
  window.addEventListener('storage', askIfChanged)
  // Storage events do not reach pages that the browser has frozen.
  document.addEventListener('visibilitychange', askIfChanged)
  window.addEventListener('pageshow', ({ persisted }) => persisted && viewer && ask())
}

function reasonFor(before: CurrentUser, now: CurrentUser | null): string {
  if (now) return messages.other(now)
  return before._id === suspendedId ? messages.suspended : messages.ended
}

/** Browsers may block storage: then each page notices a change with its next call. */
function readStoredId(): string | null | undefined {
  try {
    return localStorage.getItem(storageKey)
  } catch {
    return undefined
  }
}

function storeId(id: string | undefined) {
  try {
    if (id) localStorage.setItem(storageKey, id)
    else localStorage.removeItem(storageKey)
  } catch {
    // As above.
  }
}

/** Notices at once that the signed-in person is suspended. */
export function useSuspension(queryClient: QueryClient, user: CurrentUser | null) {
  const id = user?._id
  const onEvent = useCallback(() => {
    suspendedId = id
    void queryClient.refetchQueries({ queryKey: currentUserQuery.queryKey })
  }, [queryClient, id])
  usePersonalEvents('account-suspended', { isListening: id !== undefined, onEvent, onOpen: doNothing })
}

const doNothing = () => {}
