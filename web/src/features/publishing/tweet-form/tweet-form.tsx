import type { Tweet } from '@vireo/contract'
import { type ClipboardEvent, type FormEvent, type KeyboardEvent, useRef } from 'react'
import type { Drafts } from '../../../lib/forms/drafts.ts'
import { useDrafts, useStoredDrafts } from '../../../lib/forms/drafts.ts'
import { useFieldErrors } from '../../../lib/forms/use-field-errors.ts'
import { useStrayDrops } from '../../../lib/forms/use-stray-drops.ts'
import { useShareTarget } from '../../../navigation/use-share-target.ts'
import { DraftNotice } from '../../../ui/forms/draft-notice.tsx'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { FormActions } from '../../../ui/forms/form-actions.tsx'
import { MentionTextarea } from '../../people/mentions/mention-textarea.tsx'
import { TweetCounter } from '../tweets/tweet-counter.tsx'
import { addImages, type Draft, type DraftImage, draftStore, missingOf, nameOf, problemsOf } from './draft.ts'
import { ImagesField } from './images-field.tsx'
import { usePostTweet } from './use-post-tweet.ts'

type TweetFormProps = { ownerId: string; onPosted: (tweet: Tweet, isUnmounted: boolean) => void }

/** Shows the form with the draft that was left in it. */
export function TweetForm(props: TweetFormProps) {
  const drafts = useStoredDrafts(draftStore, props.ownerId)
  // No skeleton, which would only flicker because drafts load so quickly.
  return drafts ? <LoadedForm initial={drafts} {...props} /> : null
}

type LoadedFormProps = TweetFormProps & { initial: Drafts<Draft> }

function LoadedForm(props: LoadedFormProps) {
  const { form, drafts, errors, isPosting, failure, submit, addFiles, setImages, reset } = useTweetForm(props)
  const { draft, draftSetAside } = drafts
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // Some programs put text on the clipboard together with a picture of it; the text is the one to paste.
    if (isPosting || files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    addFiles(files)
  }
  return (
    <form
      ref={form}
      onSubmit={handleSubmit}
      onPaste={paste}
      noValidate
      aria-label="Create tweet"
      className="grid gap-6"
    >
      <DraftNotice
        hasSavedDraft={draftSetAside !== null}
        name={draftSetAside ? nameOf(draftSetAside) : undefined}
        failure={failure}
        isLocked={isPosting}
        onRestore={() => reset(drafts.restore)}
        onDiscard={() => reset(drafts.discard)}
      />
      <ContentField
        content={draft.content}
        error={errors.errorOf('content')}
        isLocked={isPosting}
        onEdit={(content) => drafts.edit({ content })}
        onBlur={() => errors.touch('content')}
        onSubmit={submit}
      />
      <ImagesField
        images={draft.images}
        error={errors.errorOf('images')}
        isLocked={isPosting}
        onAdd={addFiles}
        onChange={setImages}
        onBlur={() => errors.touch('images')}
      />
      <FormActions
        submitLabel="Post Tweet"
        busyLabel="Posting..."
        isBusy={isPosting}
        missing={missingOf(draft)}
        onClear={() => reset(drafts.setAside)}
      />
    </form>
  )
}

/** The form's content, errors and actions. */
function useTweetForm({ ownerId, initial, onPosted }: LoadedFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const drafts = useDrafts(draftStore, ownerId, initial)
  const errors = useFieldErrors(problemsOf(drafts.draft))
  const { post, isPosting, failure, clearFailure } = usePostTweet({
    drafts,
    resetErrors: errors.reset,
    onPosted,
  })
  useStrayDrops()

  const focusOn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const submit = () => {
    if (isPosting) return
    if (!errors.hasProblems) return void post()
    errors.touchAll()
    focusOn('[aria-invalid="true"]')
  }
  const addFiles = (files: File[]) => {
    const { images, problem } = addImages(drafts.latest().images, files)
    errors.setRefused('images', problem)
    drafts.edit({ images })
  }
  const setImages = (images: DraftImage[]) => {
    errors.setRefused('images', undefined)
    drafts.edit({ images })
  }
  useShareTarget(({ files, text }) => {
    // The current draft can be restored.
    drafts.setAside()
    drafts.edit({ content: text })
    addFiles(files)
  })
  const reset = (change: () => void) => {
    clearFailure()
    errors.reset()
    change()
    focusOn('textarea')
  }
  return { form, drafts, errors, isPosting, failure, submit, addFiles, setImages, reset }
}

type ContentFieldProps = {
  content: string
  error: string | undefined
  isLocked: boolean
  onEdit: (content: string) => void
  onBlur: () => void
  onSubmit: () => void
}

/** Enter begins a new line; Ctrl+Enter or Cmd+Enter posts. */
function ContentField({ content, error, isLocked, onEdit, onBlur, onSubmit }: ContentFieldProps) {
  const handleKey = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    onSubmit()
  }
  return (
    <Field label="Content" error={error} action={<TweetCounter text={content} />}>
      <MentionTextarea
        dir="auto"
        rows={4}
        placeholder="What’s happening?"
        value={content}
        readOnly={isLocked}
        onChange={({ target }) => onEdit(target.value)}
        onBlur={onBlur}
        onKeyDown={handleKey}
        className="text-base"
      />
    </Field>
  )
}
