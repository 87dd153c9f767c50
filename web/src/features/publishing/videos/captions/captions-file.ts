import { api, limits, readCaptions } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { formatBytes } from '../../../../lib/text/format.ts'

/** `name` is undefined if captions are replaced and keep their name. */
export type NewCaptions = { file: File; language: string; name: string | undefined }

export const captionsAccept = '.vtt,.srt,text/vtt,application/x-subrip'

/** The server's check, to report an invalid file at once. `duration` is the video's in seconds, if known. */
export async function captionsFileProblem(file: File, language: string, duration: number | undefined) {
  if (file.size > limits.captionsBytes)
    return `The file is too large: at most ${formatBytes(limits.captionsBytes)}`
  return readCaptions(new Uint8Array(await file.arrayBuffer()), { language, duration }).problem
}

export function sendCaptions(id: string, { file, language, name }: NewCaptions) {
  const form = new FormData()
  form.append('captions', file)
  form.append('language', language)
  if (name !== undefined) form.append('name', name)
  return call(api.videos.setCaptions, { params: { id }, form })
}
