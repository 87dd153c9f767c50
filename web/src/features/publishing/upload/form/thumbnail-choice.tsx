import { ImagePlus } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { useObjectUrl } from '../../../../lib/forms/use-object-url.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { DropArea } from '../../../../ui/forms/files/drop-area.tsx'
import { DropPrompt } from '../../../../ui/forms/files/drop-prompt.tsx'
import { FramePicker, useFrames } from '../../videos/frames/frame-picker.tsx'
import type { Thumbnail } from '../draft.ts'
import { thumbnailTypes } from '../file-problem.ts'
import { FileChoice } from './file-choice.tsx'
import type { useUploadForm } from './use-upload-form.ts'

type ThumbnailChoiceProps = { upload: ReturnType<typeof useUploadForm>; videoUrl: string | undefined }

/** An uploaded picture, or a frame of the video. */
export function ThumbnailChoice({ upload, videoUrl }: ThumbnailChoiceProps) {
  const { drafts, errors, chooseThumbnail, setThumbnail } = upload
  const { thumbnail } = drafts.draft
  const frames = useFrames(videoUrl)
  const preselect = useEffectEvent(() => {
    const image = frames.images[Math.floor(frames.images.length / 2)]
    const { video, thumbnail: present } = drafts.latest()
    // The form may have been cleared, or another video chosen, since this one was drawn.
    const isCurrent = video !== null && video === drafts.draft.video
    if (image && isCurrent && !present) setThumbnail({ image, isFrame: true })
  })
  useEffect(() => {
    if (frames.hasEnded) preselect()
  }, [frames])
  return (
    <div className="grid gap-4">
      <ThumbnailField
        thumbnail={thumbnail}
        error={errors.errorOf('thumbnail')}
        onChoose={chooseThumbnail}
        onRemove={() => setThumbnail(null)}
        onBlur={() => errors.touch('thumbnail')}
      />
      <FramePicker
        frames={frames}
        chosen={thumbnail?.image}
        onChoose={(image) => setThumbnail({ image, isFrame: true })}
      />
    </div>
  )
}

type ThumbnailFieldProps = {
  thumbnail: Thumbnail | null
  error: string | undefined
  onChoose: (file: File) => void
  onRemove: () => void
  onBlur: () => void
}

function ThumbnailField({ thumbnail, error, onChoose, onRemove, onBlur }: ThumbnailFieldProps) {
  const url = useObjectUrl(thumbnail?.image ?? null)
  const choose = ([file]: File[]) => file && onChoose(file)
  return (
    <Field label="Thumbnail" hint="PNG, JPG up to 5MB" error={error}>
      <DropArea onFiles={choose} className={thumbnail ? chosenClass : undefined}>
        {thumbnail && (
          <div className="aspect-video w-full overflow-hidden rounded-control bg-surface-2 sm:w-56">
            {url && <img src={url} alt="Preview of the thumbnail" className="size-full object-cover" />}
          </div>
        )}
        <div className={thumbnail ? 'flex flex-wrap gap-2' : undefined}>
          <FileChoice
            name="thumbnail"
            accept={thumbnailTypes.join(',')}
            isChosen={thumbnail !== null}
            prompt={
              <DropPrompt icon={ImagePlus} text="Drag a picture here" action="Choose picture" isCompact />
            }
            onChoose={choose}
            onRemove={onRemove}
            onBlur={onBlur}
          />
        </div>
      </DropArea>
    </Field>
  )
}

const chosenClass =
  'flex flex-wrap items-center gap-3 rounded-card border border-border bg-surface p-3 data-over:border-accent ' +
  'data-over:bg-surface-2'
