import { createDraftStore, type Drafts, useDrafts } from '../../../lib/forms/drafts.ts'
import { removeUpload } from './api.ts'
import { type Draft, emptyDraft, factsOf, isEmpty, withoutUpload, withoutVideo, withVideo } from './draft.ts'

export const draftStore = createDraftStore<Draft>({
  form: 'upload-video',
  empty: emptyDraft,
  isEmpty,
  // Storing the file would copy up to 2 GB.
  toStored: (draft) => ({ ...draft, video: null }),
})

/**
 * The form's content and the state of its upload, which can be continued after a reload. Uploads that can no longer be
 * continued are removed from the server.
 */
export function useUploadDrafts(userId: string, initial: Drafts<Draft>) {
  const drafts = useDrafts(draftStore, userId, initial)
  const { latest, latestDraftSetAside, update, edit, editAndSave } = drafts
  return {
    ...drafts,
    chooseVideo: (video: File) => update((draft) => withVideo(draft, video)),
    removeVideo: () => {
      removeUploadOf(latest())
      update(withoutVideo)
    },
    rememberedUploadId: () => latest().remembered?.uploadUrl?.split('/').at(-1),
    rememberUpload: (video: File, uploadUrl: string | null) => {
      const { wasSubmitted = false } = latest().remembered ?? {}
      editAndSave({ remembered: { file: factsOf(video), uploadUrl, wasSubmitted } })
    },
    rememberSubmitted: (wasSubmitted: boolean) => {
      const { remembered } = latest()
      if (remembered) editAndSave({ remembered: { ...remembered, wasSubmitted } })
    },
    /** The server no longer has it. */
    forgetUpload: () => {
      const { remembered } = latest()
      if (remembered) edit({ remembered: { ...remembered, uploadUrl: null } })
    },
    discardUpload: () => {
      removeUploadOf(latest())
      update(withoutUpload)
    },
    setAside: () => {
      const replaced = latestDraftSetAside()
      if (replaced && !isEmpty(latest())) removeUploadOf(replaced)
      drafts.setAside()
    },
    discard: () => {
      const discarded = latestDraftSetAside()
      if (discarded) removeUploadOf(discarded)
      drafts.discard()
    },
  }
}

export type UploadDrafts = ReturnType<typeof useUploadDrafts>

function removeUploadOf({ remembered }: Draft) {
  if (remembered?.uploadUrl) removeUpload(remembered.uploadUrl)
}
