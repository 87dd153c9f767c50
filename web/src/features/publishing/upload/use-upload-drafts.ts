import { createDraftStore, type Drafts, useDrafts } from '../../../lib/forms/drafts.ts'
import { removeUpload } from './api.ts'
import { type Draft, emptyDraft, isEmpty, withoutUpload, withoutVideo, withVideo } from './draft.ts'

export const draftStore = createDraftStore<Draft>({
  form: 'upload-video',
  empty: emptyDraft,
  isEmpty,
  // Storing the file would copy up to 2 GB.
  toStored: (draft) => ({ ...draft, video: null }),
})

/** The form's content. Uploads that can no longer be continued are removed from the server. */
export function useUploadDrafts(userId: string, initial: Drafts<Draft>) {
  const drafts = useDrafts(draftStore, userId, initial)
  const { latest, latestSetAside, update } = drafts
  return {
    ...drafts,
    chooseVideo: (video: File) => update((draft) => withVideo(draft, video)),
    removeVideo: () => {
      forgetUpload(latest())
      update(withoutVideo)
    },
    giveUpUpload: () => {
      forgetUpload(latest())
      update(withoutUpload)
    },
    putAside: () => {
      const replaced = latestSetAside()
      if (replaced && !isEmpty(latest())) forgetUpload(replaced)
      drafts.putAside()
    },
    discard: () => {
      const discarded = latestSetAside()
      if (discarded) forgetUpload(discarded)
      drafts.discard()
    },
  }
}

export type DraftsControl = ReturnType<typeof useUploadDrafts>

function forgetUpload({ remembered }: Draft) {
  if (remembered?.uploadUrl) removeUpload(remembered.uploadUrl)
}
