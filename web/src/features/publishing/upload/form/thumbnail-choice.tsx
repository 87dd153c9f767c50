import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import type { FieldErrors } from '../../../../lib/forms/use-field-errors.ts'
import { useObjectUrl } from '../../../../lib/forms/use-object-url.ts'
import { DropPrompt } from '../../../../ui/forms/files/drop-prompt.tsx'
import { FramePicker, useFrames } from '../../videos/frames/frame-picker.tsx'
import type { DraftField, Thumbnail } from '../draft.ts'
import { findEntry, updateDraft } from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'
import { thumbnailProblem, thumbnailTypes } from '../file-problem.ts'
import { FileField } from './file-field.tsx'
import { ServerFrames } from './server-frames.tsx'

type ThumbnailChoiceProps = {
  entry: Entry
  errors: FieldErrors<DraftField>
  videoUrl: string | undefined
}

/** An uploaded picture, or a frame of the video. */
export function ThumbnailChoice({ entry, errors, videoUrl }: ThumbnailChoiceProps) {
  const { id, draft } = entry
  const { thumbnail } = draft
  const frames = useFrames(videoUrl)
  const setThumbnail = (chosen: Thumbnail | null) => {
    errors.setRefused('thumbnail', undefined)
    updateDraft(id, (before) => ({ ...before, thumbnail: chosen }))
  }
  const choosePicture = ([file]: File[]) => {
    if (!file) return
    const problem = thumbnailProblem(file)
    if (problem) errors.setRefused('thumbnail', problem)
    else setThumbnail({ image: file, isFrame: false })
  }
  const preselect = useEffectEvent(() => {
    const image = frames.images[Math.floor(frames.images.length / 2)]
    const latest = findEntry(id)?.draft
    // Another video may have been chosen since this one was drawn.
    const isCurrent = latest?.video && latest.video === draft.video
    if (image && isCurrent && !latest.thumbnail) setThumbnail({ image, isFrame: true })
  })
  useEffect(() => {
    if (frames.hasEnded) preselect()
  }, [frames])
  return (
    <div className="grid gap-4">
      <FileField
        label="Thumbnail"
        hint="PNG, JPG up to 5MB"
        error={errors.errorOf('thumbnail')}
        name="thumbnail"
        accept={thumbnailTypes.join(',')}
        prompt={<DropPrompt icon={ImagePlus} text="Drag a picture here" action="Choose picture" isCompact />}
        preview={thumbnail && <ThumbnailPreview image={thumbnail.image} />}
        onChoose={choosePicture}
        onRemove={() => setThumbnail(null)}
        onBlur={() => errors.touch('thumbnail')}
        className="flex flex-wrap items-center gap-3 p-3"
      />
      {draft.isUnplayable && (
        <ServerFrames entry={entry} onChoose={(image) => setThumbnail({ image, isFrame: true })} />
      )}
      <FramePicker
        frames={frames}
        chosen={thumbnail?.image}
        onChoose={(image) => setThumbnail({ image, isFrame: true })}
      />
    </div>
  )
}

function ThumbnailPreview({ image }: { image: Blob }) {
  const url = useObjectUrl(image)
  return (
    <div className="aspect-video w-full overflow-hidden rounded-control bg-surface-2 sm:w-56">
      {url && <img src={url} alt="Preview of the thumbnail" className="size-full object-cover" />}
    </div>
  )
}
