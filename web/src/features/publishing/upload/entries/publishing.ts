import type { QueryClient } from '@tanstack/react-query'
import { api, type Video } from '@vireo/contract'
import { ApiError, hasCode, isNotFound } from '../../../../lib/api-client.ts'
import { runMutation } from '../../../../lib/query/query-client.ts'
import { toastError, toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { currentUserQuery } from '../../../people/accounts/api.ts'
import { trackProcessing } from '../../videos/processing/api.ts'
import { publishVideo } from '../api.ts'
import { isValid } from '../draft.ts'
import { describeFailure } from '../failure.ts'
import { UnreadableFileError } from '../transfer/transfer.ts'
import {
  clearFailure,
  dropEntry,
  findEntry,
  forgetUpload,
  patchEntry,
  rememberSubmitted,
  showInForm,
  updateDraft,
  uploadIdOf,
  uploads,
} from './entries.ts'
import { forgetSaved, withoutSaving } from './saving.ts'
import { beginSending, stopSending } from './sending.ts'

type FormListener = (publishedId: string) => void
/** The form on the page, if there is one. */
let openForm: FormListener | undefined

/** The form shows failures of its entry itself, and leaves the page when it is published. */
export function followPublishing(listener: FormListener) {
  openForm = listener
  return () => {
    if (openForm === listener) openForm = undefined
  }
}

const isInForm = (id: string) => openForm !== undefined && uploads.get()?.currentId === id

/**
 * Publishes an entry once its whole file is sent. After a reload the server may have all of a file that the browser no
 * longer has. Resolves to 'invalid' if the form has become invalid meanwhile.
 */
export async function publish(id: string, queryClient: QueryClient): Promise<'invalid' | 'ended'> {
  const entry = findEntry(id)
  if (!entry || entry.isSubmitted) return 'ended'
  const transfer = entry.transfer ?? beginSending(id)
  const rememberedId = uploadIdOf(entry.draft)
  if (!transfer && !rememberedId) return 'ended'
  setSubmitted(id, true)
  clearFailure()
  try {
    const uploadId = transfer ? await transfer.finished : rememberedId
    const { draft } = findEntry(id) ?? {}
    if (!uploadId || !draft) return 'ended'
    if (transfer && !isValid(draft)) return 'invalid'
    transfer?.progress.setPhase('publishing')
    await withoutSaving(id, async () => {
      // Cancelled while its draft was being saved.
      if (!findEntry(id)) return
      const video = await runMutation(queryClient, () => publishVideo({ draft, uploadId }))
      celebrate(id, video, queryClient)
    })
  } catch (error) {
    stopSending(id)
    dropRefused(id, error)
    fail(id, error, queryClient)
  } finally {
    setSubmitted(id, false)
  }
  return 'ended'
}

/** The draft remembers it, so that the video is published even after a reload. */
function setSubmitted(id: string, isSubmitted: boolean) {
  if (!findEntry(id)) return
  patchEntry(id, { isSubmitted, problem: isSubmitted ? undefined : findEntry(id)?.problem })
  rememberSubmitted(id, isSubmitted)
}

function celebrate(id: string, video: Video, queryClient: QueryClient) {
  const wasInForm = isInForm(id)
  stopSending(id)
  forgetSaved(id)
  dropEntry(id)
  toastSuccess(api.videos.upload.message)
  trackProcessing(queryClient, video)
  if (wasInForm) openForm?.(id)
}

/** The form is reset, and its content can be restored. */
function fail(id: string, error: unknown, queryClient: QueryClient) {
  const message = describeFailure(error)
  // Signed out in the meantime: signing in leads back to the form, which keeps its content.
  if (hasCode(error, 'auth.required')) {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
    return toastError(message)
  }
  patchEntry(id, { problem: message })
  if (isInForm(id)) return showInForm(null, message)
  toastError(message)
}

/** Drops what cannot be uploaded again: the server has removed a file that is not a video. */
function dropRefused(id: string, error: unknown) {
  const isRefused = error instanceof ApiError && error.errors.some(({ field }) => field === 'videofile')
  if (isRefused || isNotFound(error)) forgetUpload(id)
  if (error instanceof UnreadableFileError) updateDraft(id, (draft) => ({ ...draft, video: null }))
}
