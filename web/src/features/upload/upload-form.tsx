import type { Video } from '@vireo/contract'
import { type FormEvent, useEffect, useRef } from 'react'
import type { Drafts } from '../../lib/draft-store.ts'
import { useFieldErrors } from '../../lib/use-field-errors.ts'
import { useObjectUrl } from '../../lib/use-object-url.ts'
import { useStrayDrops } from '../../lib/use-stray-drops.ts'
import { useConfirm } from '../../ui/confirm.tsx'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { VisibilityField } from '../videos/visibility-field.tsx'
import { DetailsFields } from './details-fields.tsx'
import { continuedUrl, type Draft, isComplete, missingOf, nameOf, problemsOf } from './draft.ts'
import { thumbnailProblem, videoProblem } from './file-problem.ts'
import { FramePicker } from './frame-picker.tsx'
import { ThumbnailField } from './thumbnail-field.tsx'
import { TransferPanel } from './transfer-panel.tsx'
import { UnfinishedNotice } from './unfinished-notice.tsx'
import { useFrames } from './use-frames.ts'
import { useLeaveGuard } from './use-leave-guard.ts'
import { useUnfinished } from './use-unfinished.ts'
import { useUpload } from './use-upload.ts'
import { useUploadDrafts } from './use-upload-drafts.ts'
import { VideoField } from './video-field.tsx'

type UploadFormProps = {
  ownerId: string
  initial: Drafts<Draft>
  /** `hasLeft` when the person went elsewhere while the last step was under way. */
  onPublished: (video: Video, hasLeft: boolean) => void
}

export function UploadForm({ ownerId, initial, onPublished }: UploadFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const submitButton = useRef<HTMLButtonElement>(null)
  const confirm = useConfirm()
  const drafts = useUploadDrafts(ownerId, initial)
  const { draft } = drafts
  const errors = useFieldErrors(problemsOf(draft))
  const videoUrl = useObjectUrl(draft.video)
  const frames = useFrames(videoUrl)
  useStrayDrops()

  const showProblems = () => {
    errors.touchAll()
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  const putAside = () => {
    errors.reset()
    drafts.putAside()
  }
  const upload = useUpload({
    drafts,
    putAside,
    onPublished: (video, hasLeft) => {
      allowLeaving()
      onPublished(video, hasLeft)
    },
    onProblem: showProblems,
  })
  const isUploading = upload.transfer !== null
  const offset = useUnfinished(drafts, isUploading)
  const allowLeaving = useLeaveGuard(isUploading, () =>
    confirm({
      title: 'Leave this page?',
      text: 'The upload stops. You can continue it when you come back.',
      confirmLabel: 'Leave',
      cancelLabel: 'Stay',
    }),
  )
  useFocusAfter(isUploading, submitButton)

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (errors.hasProblems) showProblems()
    else void upload.submit()
  }
  const chooseVideo = (file: File) => {
    const problem = videoProblem(file)
    errors.setRefused('video', problem)
    if (problem) return
    drafts.chooseVideo(file)
    // Choosing the same file again is the answer to our own question whether to continue.
    const chosen = drafts.latest()
    if (continuedUrl(chosen) && isComplete(chosen)) void upload.submit()
  }
  const chooseThumbnail = (file: File) => {
    const problem = thumbnailProblem(file)
    errors.setRefused('thumbnail', problem)
    if (!problem) drafts.edit({ thumbnail: { image: file, isFrame: false } })
  }
  const removeVideo = () => {
    errors.setRefused('video', undefined)
    drafts.removeVideo()
  }
  const removeThumbnail = () => {
    errors.setRefused('thumbnail', undefined)
    drafts.edit({ thumbnail: null })
  }
  const clear = () => {
    upload.clearFailure()
    putAside()
  }
  const restore = () => {
    upload.clearFailure()
    errors.reset()
    drafts.restore()
    // The button that was pressed is gone.
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('input[type="file"]')?.focus())
  }
  const discard = () => {
    upload.clearFailure()
    drafts.discard()
  }

  return (
    <form ref={form} onSubmit={submit} noValidate aria-label="Upload video" className="grid gap-6">
      <DraftNotice
        isKept={drafts.setAside !== null}
        name={drafts.setAside ? nameOf(drafts.setAside) : undefined}
        failure={upload.failure}
        onRestore={restore}
        onDiscard={discard}
      />
      {!isUploading && <UnfinishedNotice draft={draft} offset={offset} onForget={drafts.giveUpUpload} />}
      <VideoField
        video={draft.video}
        url={videoUrl}
        error={errors.errorOf('video')}
        isLocked={isUploading}
        onChoose={chooseVideo}
        onRemove={removeVideo}
        onBlur={() => errors.touch('video')}
      />
      <DetailsFields
        draft={draft}
        errors={errors}
        onEdit={drafts.edit}
        onEnter={() => !isComplete(draft) && errors.touchAll()}
      />
      <div className="grid gap-4">
        <ThumbnailField
          thumbnail={draft.thumbnail}
          error={errors.errorOf('thumbnail')}
          onChoose={chooseThumbnail}
          onRemove={removeThumbnail}
          onBlur={() => errors.touch('thumbnail')}
        />
        <FramePicker
          frames={frames}
          chosen={draft.thumbnail?.image}
          onChoose={(image) => {
            errors.setRefused('thumbnail', undefined)
            drafts.edit({ thumbnail: { image, isFrame: true } })
          }}
        />
      </div>
      <VisibilityField value={draft.visibility} onChange={(visibility) => drafts.edit({ visibility })} />
      {upload.transfer && <TransferPanel name={draft.video?.name ?? ''} transfer={upload.transfer} />}
      <FormActions
        submitLabel="Upload Video"
        busyLabel="Uploading..."
        isBusy={isUploading}
        missing={missingOf(draft)}
        onClear={clear}
        submitRef={submitButton}
      />
    </form>
  )
}

/** The panel with the focus is gone when the upload ends; the dialog that may have asked goes a moment later. */
function useFocusAfter(isUploading: boolean, target: { current: HTMLElement | null }) {
  const wasUploading = useRef(false)
  useEffect(() => {
    const hasEnded = wasUploading.current && !isUploading
    wasUploading.current = isUploading
    if (!hasEnded) return
    const timer = setTimeout(() => {
      if (document.activeElement === document.body) target.current?.focus()
    }, 300)
    return () => clearTimeout(timer)
  }, [isUploading, target])
}
