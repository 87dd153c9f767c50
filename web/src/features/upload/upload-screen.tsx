import type { Video } from '@vireo/contract'
import { useEffect, useState } from 'react'
import { type Drafts, loadDrafts } from './draft-store.ts'
import { UploadForm } from './upload-form.tsx'

type UploadScreenProps = { ownerId: string; onPublished: (video: Video, hasLeft: boolean) => void }

/** The form, as it was left. */
export function UploadScreen({ ownerId, onPublished }: UploadScreenProps) {
  const [drafts, setDrafts] = useState<Drafts>()
  useEffect(() => {
    let isWanted = true
    void loadDrafts(ownerId).then((loaded) => isWanted && setDrafts(loaded))
    return () => {
      isWanted = false
    }
  }, [ownerId])
  // A few milliseconds; a skeleton would only flicker.
  if (!drafts) return null
  return <UploadForm ownerId={ownerId} initial={drafts} onPublished={onPublished} />
}
