import { type RefObject, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import { useObjectUrl } from '../../../../lib/forms/use-object-url.ts'
import { useStrayDrops } from '../../../../lib/forms/use-stray-drops.ts'
import { useShareTarget } from '../../../../navigation/use-share-target.ts'
import { DraftNotice } from '../../../../ui/forms/draft-notice.tsx'
import { FormActions } from '../../../../ui/forms/form-actions.tsx'
import { CaptionsField } from '../../videos/captions/captions-field.tsx'
import { nameOfLanguage } from '../../videos/captions/languages.ts'
import { VisibilityField } from '../../videos/visibility-field.tsx'
import { type CaptionsDraft, isComplete, missingOf, nameOf, withCaptions } from '../draft.ts'
import {
  currentEntry,
  discardUpload,
  findEntry,
  showInForm,
  type Uploads,
  updateDraft,
} from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'
import { useOffset } from '../entries/use-offset.ts'
import { useUploads } from '../entries/use-uploads.ts'
import { TransferPanel } from '../transfer/transfer-panel.tsx'
import { UnfinishedNotice } from '../unfinished-notice.tsx'
import { DetailsFields } from './details-fields.tsx'
import { ThumbnailChoice } from './thumbnail-choice.tsx'
import { useUploadForm } from './use-upload-form.ts'
import { VideoField } from './video-field.tsx'

type UploadFormProps = {
  ownerId: string
  /** The entry that the form shows was published. */
  onPublished: () => void
}

/** Shows the form with its current entry, or with the one that the address names. */
export function UploadForm({ ownerId, onPublished }: UploadFormProps) {
  const state = useUploads(ownerId)
  const entry = state && currentEntry(state)
  useNamedEntry(state !== null)
  // No skeleton: drafts load so quickly that it would only flicker.
  if (!entry) return null
  return <LoadedForm state={state} entry={entry} onPublished={onPublished} />
}

function useNamedEntry(isLoaded: boolean) {
  const [params, setParams] = useSearchParams()
  const id = params.get('draft')
  useEffect(() => {
    if (!id || !isLoaded) return
    if (findEntry(id)) showInForm(id)
    setParams({}, { replace: true, preventScrollReset: true })
  }, [id, isLoaded, setParams])
}

type LoadedFormProps = { state: Uploads; entry: Entry; onPublished: () => void }

function LoadedForm({ state, entry, onPublished }: LoadedFormProps) {
  const { form, errors, actions } = useUploadForm({ state, entry, onPublished })
  const { id, draft, transfer, isSubmitted, problem } = entry
  const setAside = state.entries.find((other) => other.id === state.setAsideId)?.draft
  const submitButton = useRef<HTMLButtonElement>(null)
  const videoUrl = useObjectUrl(draft.video)
  const offset = useOffset(entry)
  useFocusAfterUpload(isSubmitted, submitButton)
  useStrayDrops()
  useShareTarget(({ files, title }) => {
    // Before the file, whose name would become the title.
    if (title && !draft.title) actions.edit({ title })
    if (files.length > 0) actions.choose(files)
  })
  return (
    <form ref={form} onSubmit={actions.submit} noValidate aria-label="Upload video" className="grid gap-6">
      <DraftNotice
        hasSavedDraft={setAside !== undefined}
        name={setAside && nameOf(setAside)}
        failure={state.failure}
        isLocked={isSubmitted}
        onRestore={actions.restore}
        onDiscard={actions.discard}
      />
      {!transfer && <UnfinishedNotice draft={draft} offset={offset} onForget={() => discardUpload(id)} />}
      <VideoField
        video={draft.video}
        url={videoUrl}
        error={errors.errorOf('video') ?? problem}
        isLocked={isSubmitted}
        onChoose={actions.choose}
        onRemove={actions.remove}
        onBlur={() => errors.touch('video')}
        onUnplayable={() => actions.edit({ isUnplayable: true })}
      />
      <DetailsFields
        draft={draft}
        errors={errors}
        onEdit={actions.edit}
        onEnter={() => !isComplete(draft) && errors.touchAll()}
      />
      <ThumbnailChoice entry={entry} errors={errors} videoUrl={videoUrl} />
      <CaptionsChoice entry={entry} />
      <VisibilityField value={draft.visibility} onChange={(visibility) => actions.edit({ visibility })} />
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

function CaptionsChoice({ entry: { id, draft } }: { entry: Entry }) {
  const { captions = [] } = draft
  return (
    <CaptionsField
      captions={captions.map(toListed)}
      hint="Optional. A .vtt or .srt file per language."
      onAdd={async (added) => updateDraft(id, (before) => withCaptions(before, added))}
      onRemove={async (removed) =>
        updateDraft(id, (before) => ({
          ...before,
          captions: captions.filter(({ language }) => language !== removed.language),
        }))
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
