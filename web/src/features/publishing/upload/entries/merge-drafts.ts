import { addressOf, api, type UploadDraft } from '@vireo/contract'
import { type Draft, emptyDraft } from '../draft.ts'
import type { Entry } from './entry.ts'

/**
 * The entries of this browser with what the server has: drafts of other browsers are added, drafts that were changed
 * there are updated, and those that were published or removed there are dropped. What was changed here stays.
 */
export function mergeDrafts(entries: readonly Entry[], saved: readonly UploadDraft[]): Entry[] {
  const byId = new Map(saved.map((draft) => [draft._id, draft]))
  const kept = entries.flatMap((entry) => {
    const draft = byId.get(entry.id)
    if (!draft) return isGone(entry) ? [] : [entry]
    const isNewer = draft.updatedAt !== entry.savedAt && !entry.isChanged && !entry.transfer
    return [isNewer ? withSaved(entry, draft) : entry]
  })
  const known = new Set(entries.map(({ id }) => id))
  const added = saved.filter(({ _id }) => !known.has(_id)).map((draft) => withSaved(newEntry(draft), draft))
  return [...added, ...kept]
}

/** One that was submitted here was published by the server; publishing it again reports that. */
export const isGone = ({ savedAt, isChanged, transfer, draft }: Entry) =>
  savedAt !== undefined && !isChanged && !transfer && !draft.remembered?.wasSubmitted

const newEntry = ({ _id }: UploadDraft): Entry => ({
  id: _id,
  draft: emptyDraft,
  transfer: null,
  isSubmitted: false,
})

function withSaved(entry: Entry, saved: UploadDraft): Entry {
  const { title, description, visibility, file, uploadId, isSubmitted, failure, updatedAt } = saved
  const uploadUrl = uploadId && `${addressOf(api.uploads.open)}/${uploadId}`
  const remembered = file && { file, uploadUrl, wasSubmitted: isSubmitted }
  const draft: Draft = { ...entry.draft, title, description, visibility, remembered }
  return { ...entry, draft, savedAt: updatedAt, isChanged: false, problem: failure ?? undefined }
}
