import type { Video } from '@vireo/contract'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import type { Drafts } from '../../../../lib/forms/drafts.ts'
import { useStoredDrafts } from '../../../../lib/forms/drafts.ts'
import { useObjectUrl } from '../../../../lib/forms/use-object-url.ts'
import { useStrayDrops } from '../../../../lib/forms/use-stray-drops.ts'
import { useShareTarget } from '../../../../navigation/use-share-target.ts'
import { DraftNotice } from '../../../../ui/forms/draft-notice.tsx'
import { FormActions } from '../../../../ui/forms/form-actions.tsx'
import { CaptionsField } from '../../videos/captions/captions-field.tsx'
import { nameOfLanguage } from '../../videos/captions/languages.ts'
import { VisibilityField } from '../../videos/visibility-field.tsx'
import {
  type CaptionsDraft,
  type Draft,
  isComplete,
  isReadyToPublish,
  missingOf,
  nameOf,
  withCaptions,
} from '../draft.ts'
import { TransferPanel } from '../transfer/transfer-panel.tsx'
import { UnfinishedNotice, useUnfinished } from '../unfinished-notice.tsx'
import { draftStore, type UploadDrafts } from '../use-upload-drafts.ts'
import { DetailsFields } from './details-fields.tsx'
import { ThumbnailChoice } from './thumbnail-choice.tsx'
import { useUploadForm } from './use-upload-form.ts'
import { VideoField } from './video-field.tsx'

type UploadFormProps = {
  ownerId: string
  /** `isUnmounted`: the page was left while the last step was under way. */
  onPublished: (video: Video, isUnmounted: boolean) => void
}

/** Shows the form with its saved draft. */
export function UploadForm({ ownerId, onPublished }: UploadFormProps) {
  const drafts = useStoredDrafts(draftStore, ownerId)
  // No skeleton: drafts load so quickly that it would only flicker.
  if (!drafts) return null
  return <LoadedForm ownerId={ownerId} initial={drafts} onPublished={onPublished} />
}

function LoadedForm(props: UploadFormProps & { initial: Drafts<Draft> }) {
  const { form, drafts, errors, upload, failure, actions } = useUploadForm(props)
  const { draft, draftSetAside } = drafts
  const { transfer, isSubmitted } = upload
  const submitButton = useRef<HTMLButtonElement>(null)
  const videoUrl = useObjectUrl(draft.video)
  const offset = useUnfinished(drafts, transfer !== null)
  usePublishAfterReload(isReadyToPublish(draft, offset), () => actions.publish({ isAfterReload: true }))
  useFocusAfterUpload(isSubmitted, submitButton)
  useStrayDrops()
  useShareTarget(({ files: [file], title }) => {
    // Before the file, whose name would become the title.
    if (title && !drafts.latest().title) drafts.edit({ title })
    if (file) void actions.chooseVideo(file)
  })
  return (
    <form ref={form} onSubmit={actions.submit} noValidate aria-label="Upload video" className="grid gap-6">
      <DraftNotice
        hasSavedDraft={draftSetAside !== null}
        name={draftSetAside ? nameOf(draftSetAside) : undefined}
        failure={failure}
        isLocked={isSubmitted}
        onRestore={actions.restore}
        onDiscard={actions.discard}
      />
      {!transfer && <UnfinishedNotice draft={draft} offset={offset} onForget={drafts.discardUpload} />}
      <VideoField
        video={draft.video}
        url={videoUrl}
        error={errors.errorOf('video')}
        isLocked={isSubmitted}
        onChoose={actions.chooseVideo}
        onRemove={actions.removeVideo}
        onBlur={() => errors.touch('video')}
      />
      <DetailsFields
        draft={draft}
        errors={errors}
        onEdit={drafts.edit}
        onEnter={() => !isComplete(draft) && errors.touchAll()}
      />
      <ThumbnailChoice drafts={drafts} errors={errors} videoUrl={videoUrl} />
      <CaptionsChoice drafts={drafts} />
      <VisibilityField value={draft.visibility} onChange={(visibility) => drafts.edit({ visibility })} />
      {transfer && (
        <TransferPanel name={draft.video?.name ?? ''} transfer={transfer} isSubmitted={isSubmitted} />
      )}
      <FormActions
        submitLabel="Upload Video"
        busyLabel="Uploading..."
        isBusy={isSubmitted}
        missing={missingOf(draft)}
        onClear={actions.clear}
        submitRef={submitButton}
      />
    </form>
  )
}

function usePublishAfterReload(isReady: boolean, publish: () => Promise<void>) {
  const publishNow = useEffectEvent(publish)
  useEffect(() => {
    if (isReady) void publishNow()
  }, [isReady])
}

/** The cancel dialog needs a moment to close. */
const dialogClosingMs = 300

/** The progress panel, which had the focus, disappears when the upload ends. */
function useFocusAfterUpload(isSubmitted: boolean, target: RefObject<HTMLElement | null>) {
  const wasSubmitted = useRef(false)
  useEffect(() => {
    const hasEnded = wasSubmitted.current && !isSubmitted
    wasSubmitted.current = isSubmitted
    if (!hasEnded) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) target.current?.focus()
    }, dialogClosingMs)
    return () => clearTimeout(timer)
  }, [isSubmitted, target])
}

function CaptionsChoice({ drafts }: { drafts: UploadDrafts }) {
  const { captions = [] } = drafts.draft
  return (
    <CaptionsField
      captions={captions.map(toListed)}
      hint="Optional. A .vtt or .srt file per language."
      onAdd={async (added) => drafts.update((draft) => withCaptions(draft, added))}
      onRemove={async (removed) =>
        drafts.edit({ captions: captions.filter(({ language }) => language !== removed.language) })
      }
    />
  )
}

const toListed = ({ file, language, name }: CaptionsDraft) => ({
  _id: language,
  language,
  label: name || nameOfLanguage(language),
  fileName: file.name,
})
