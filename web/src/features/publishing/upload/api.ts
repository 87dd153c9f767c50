import { api, type Video } from '@vireo/contract'
import { ApiError, call } from '../../../lib/api-client.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { sendCaptions } from '../videos/captions/captions-file.ts'
import { nameOfLanguage } from '../videos/captions/languages.ts'
import type { CaptionsDraft, Draft } from './draft.ts'
import { maxTries, retryDelay } from './transfer/transfer-error.ts'

type Publication = { draft: Draft; uploadId: string }

/** Turns a finished upload into a video. */
export async function publishVideo(publication: Publication): Promise<Video> {
  const video = await publish(publication)
  for (const captions of publication.draft.captions ?? []) await addCaptions(video._id, captions)
  return video
}

/** The video is published without captions that cannot be sent. */
async function addCaptions(videoId: string, captions: CaptionsDraft) {
  try {
    await sendCaptions(videoId, captions)
  } catch {
    const name = captions.name || nameOfLanguage(captions.language)
    toastError(`Failed to add the captions “${name}”. Please add them in Edit Video`)
  }
}

const tries = 6

/** The whole file is on the server by now. If the response was lost, a retry returns the same video. */
async function publish(publication: Publication): Promise<Video> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await call(api.videos.upload, { form: formOf(publication) })
    } catch (error) {
      if (!(error instanceof ApiError) || attempt >= Math.min(tries, maxTries(error.status))) throw error
      await new Promise((resolve) => setTimeout(resolve, retryDelay(attempt)))
    }
  }
}

function formOf({ draft, uploadId }: Publication) {
  const form = new FormData()
  form.append('title', draft.title)
  form.append('description', draft.description)
  form.append('visibility', draft.visibility)
  form.append('uploadId', uploadId)
  if (draft.thumbnail) form.append('thumbnail', draft.thumbnail.image, 'thumbnail')
  return form
}

const tusHeaders = { 'tus-resumable': '1.0.0' }

/** How many bytes of an unfinished upload the server has; null if the upload has expired. */
export async function fetchOffset(uploadUrl: string, signal: AbortSignal): Promise<number | null> {
  const response = await fetch(uploadUrl, { method: 'HEAD', headers: tusHeaders, signal })
  const offset = response.headers.get('upload-offset')
  if (response.ok && offset !== null) return Number(offset)
  if (response.status === 404) return null
  throw new ApiError(response.status, 'client.unreadable', 'The unfinished upload could not be looked up')
}

/** Frees the space at once. A failure is ignored: the server removes unfinished uploads after a day. */
export function removeUpload(uploadUrl: string) {
  fetch(uploadUrl, { method: 'DELETE', headers: tusHeaders }).catch(() => {})
}

/** Pictures of a complete upload, as data URIs. */
export async function fetchFrames(uploadId: string, signal: AbortSignal): Promise<string[]> {
  const { frames } = await call(api.uploadDrafts.frames, { params: { id: uploadId }, signal })
  return frames
}
