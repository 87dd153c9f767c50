import { type ClipboardEvent, type FormEvent, useRef } from 'react'
import type { Drafts } from '../../lib/draft-store.ts'
import { useDrafts, useStoredDrafts } from '../../lib/use-drafts.ts'
import { useFieldErrors } from '../../lib/use-field-errors.ts'
import { useStrayDrops } from '../../lib/use-stray-drops.ts'
import { DraftNotice } from '../../ui/draft-notice.tsx'
import { FormActions } from '../../ui/form-actions.tsx'
import { ContentField } from './content-field.tsx'
import { addImages, type Draft, draftStore, missingOf, nameOf, problemsOf } from './draft.ts'
import { ImagesField } from './images-field.tsx'
import { usePostTweet } from './use-post-tweet.ts'

type TweetFormProps = { ownerId: string; onPosted: (hasLeft: boolean) => void }

/** The form, as it was left. */
export function TweetForm(props: TweetFormProps) {
  const drafts = useStoredDrafts(draftStore, props.ownerId)
  // A skeleton would only flicker.
  return drafts ? <LoadedForm initial={drafts} {...props} /> : null
}

function LoadedForm({ ownerId, initial, onPosted }: TweetFormProps & { initial: Drafts<Draft> }) {
  const form = useRef<HTMLFormElement>(null)
  const drafts = useDrafts(draftStore, ownerId, initial)
  const { draft, setAside } = drafts
  const errors = useFieldErrors(problemsOf(draft))
  const putAside = () => {
    errors.reset()
    drafts.putAside()
  }
  const { post, isPosting, failure, clearFailure } = usePostTweet({ drafts, putAside, onPosted })
  useStrayDrops()

  const focusOn = (selector: string) =>
    requestAnimationFrame(() => form.current?.querySelector<HTMLElement>(selector)?.focus())
  const submit = () => {
    if (isPosting) return
    if (!errors.hasProblems) return void post()
    errors.touchAll()
    focusOn('[aria-invalid="true"]')
  }
  const handleSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit()
  }
  const add = (files: File[]) => {
    const { images, problem } = addImages(drafts.latest().images, files)
    errors.setRefused('images', problem)
    drafts.edit({ images })
  }
  const paste = (event: ClipboardEvent) => {
    const files = [...event.clipboardData.files]
    // Text that comes with a picture of itself is meant as text.
    if (isPosting || files.length === 0 || event.clipboardData.types.includes('text/plain')) return
    event.preventDefault()
    add(files)
  }
  const reset = (change: () => void) => {
    clearFailure()
    errors.reset()
    change()
    focusOn('textarea')
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
        isKept={setAside !== null}
        name={setAside ? nameOf(setAside) : undefined}
        failure={failure}
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
        onAdd={add}
        onChange={(images) => {
          errors.setRefused('images', undefined)
          drafts.edit({ images })
        }}
        onBlur={() => errors.touch('images')}
      />
      <FormActions
        submitLabel="Post Tweet"
        busyLabel="Posting..."
        isBusy={isPosting}
        missing={missingOf(draft)}
        onClear={() => reset(drafts.putAside)}
      />
    </form>
  )
}
