import { CloudUpload, Trash2 } from 'lucide-react'
import { useRef, useState } from 'react'
import { cn } from '../../lib/cn.ts'
import { formatBytes, formatDuration } from '../../lib/format.ts'
import { Button } from '../../ui/button.tsx'
import { buttonClass } from '../../ui/button-class.ts'
import { DropArea } from '../../ui/drop-area.tsx'
import { DropPrompt } from '../../ui/drop-prompt.tsx'
import { Field } from '../../ui/field.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'
import { videoAccept } from './file-problem.ts'
import { VideoPreview, type VideoShape } from './video-preview.tsx'

type VideoFieldProps = {
  video: File | null
  url: string | undefined
  error: string | undefined
  isLocked: boolean
  onChoose: (file: File) => void
  onRemove: () => void
  onBlur: () => void
}

export function VideoField({ video, url, error, isLocked, onChoose, onRemove, onBlur }: VideoFieldProps) {
  const picker = useRef<HTMLInputElement>(null)
  const [shape, setShape] = useState<{ of: File; shape: VideoShape }>()
  const choose = ([file]: File[]) => file && onChoose(file)
  const remove = () => {
    onRemove()
    picker.current?.focus()
  }
  return (
    <Field label="Video file" hint="MP4, AVI, MOV up to 2GB" error={error}>
      <DropArea onFiles={choose} isDisabled={isLocked} className={video ? chosenClass : undefined}>
        {video && (
          <VideoPreview
            key={url}
            file={video}
            url={url}
            onShape={(known) => setShape({ of: video, shape: known })}
          />
        )}
        <div className={video ? 'flex flex-wrap items-center gap-2 p-3' : undefined}>
          {video && <VideoFacts file={video} shape={shape?.of === video ? shape.shape : undefined} />}
          {/* One and the same element before and after, so that it keeps the focus. */}
          <FilePicker
            inputRef={picker}
            accept={videoAccept}
            onFiles={choose}
            onBlur={onBlur}
            isDisabled={isLocked}
            className={video ? 'rounded-control' : 'rounded-card'}
          >
            {video ? (
              <span
                aria-hidden="true"
                className={buttonClass('secondary', 'sm', cn(isLocked && 'text-muted!'))}
              >
                Choose another
              </span>
            ) : (
              <DropPrompt icon={CloudUpload} text="Drag a video here" action="Choose video" />
            )}
          </FilePicker>
          {video && (
            <Button size="sm" variant="ghost" aria-label="Remove video" disabled={isLocked} onClick={remove}>
              <Trash2 aria-hidden="true" />
              Remove
            </Button>
          )}
        </div>
      </DropArea>
    </Field>
  )
}

const chosenClass =
  'overflow-hidden rounded-card border border-border bg-surface data-over:border-accent data-over:bg-surface-2'

function VideoFacts({ file, shape }: { file: File; shape: VideoShape | undefined }) {
  const facts = [
    formatBytes(file.size),
    shape && Number.isFinite(shape.duration) && formatDuration(shape.duration),
    shape && `${shape.width} × ${shape.height}`,
  ]
  return (
    <div className="min-w-0 flex-1 px-1 max-sm:basis-full">
      <p className="truncate font-medium" title={file.name}>
        {file.name}
      </p>
      <p className="text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
    </div>
  )
}
