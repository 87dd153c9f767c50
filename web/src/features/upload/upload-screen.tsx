import type { Video } from '@vireo/contract'
import { useStoredDrafts } from '../../lib/use-drafts.ts'
import { UploadForm } from './upload-form.tsx'
import { draftStore } from './use-upload-drafts.ts'

type UploadScreenProps = { ownerId: string; onPublished: (video: Video, hasLeft: boolean) => void }

/** The form, as it was left. */
export function UploadScreen({ ownerId, onPublished }: UploadScreenProps) {
  const drafts = useStoredDrafts(draftStore, ownerId)
  // A skeleton would only flicker.
  if (!drafts) return null
  return <UploadForm ownerId={ownerId} initial={drafts} onPublished={onPublished} />
}
