import { CloudUpload, FileVideo } from 'lucide-react'
import { useState } from 'react'
import { formatBytes, formatDuration } from '../../../../lib/text/format.ts'
import { DropPrompt } from '../../../../ui/forms/files/drop-prompt.tsx'
import { videoAccept } from '../file-problem.ts'
import { FileField } from './file-field.tsx'

type VideoFieldProps = {
  video: File | null
  url: string | undefined
  error: string | undefined
  isLocked: boolean
  onChoose: (files: File[]) => void
  onRemove: () => void
  onBlur: () => void
  /** This browser cannot show it. */
  onUnplayable: () => void
}

export function VideoField(props: VideoFieldProps) {
  const { video, url, error, isLocked, onChoose, onRemove, onBlur, onUnplayable } = props
  const [shape, setShape] = useState<{ of: File; shape: VideoShape }>()
  return (
    <FileField
      label="Video file"
      hint="MP4, AVI, MOV up to 2GB"
      error={error}
      name="video"
      accept={videoAccept}
      isMultiple
      isLocked={isLocked}
      prompt={<DropPrompt icon={CloudUpload} text="Drag videos here" action="Choose videos" />}
      preview={
        video && (
          <VideoPreview
            key={url}
            file={video}
            url={url}
            onShape={(known) => setShape({ of: video, shape: known })}
            onUnplayable={onUnplayable}
          />
        )
      }
      facts={video && <VideoFacts file={video} shape={shape?.of === video ? shape.shape : undefined} />}
      onChoose={onChoose}
      onRemove={onRemove}
      onBlur={onBlur}
      className="overflow-hidden"
      rowClassName="items-center p-3"
    />
  )
}

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

type VideoShape = { duration: number; width: number; height: number }
type VideoPreviewProps = {
  file: File
  url: string | undefined
  onShape: (shape: VideoShape) => void
  onUnplayable: () => void
}

/** Plays the chosen file from the disk. */
function VideoPreview({ file, url, onShape, onUnplayable }: VideoPreviewProps) {
  const [isUnplayable, setIsUnplayable] = useState(false)
  const giveUp = () => {
    setIsUnplayable(true)
    onUnplayable()
  }
  if (isUnplayable) {
    return (
      <div
        role="status"
        className="grid aspect-video place-content-center justify-items-center gap-3 bg-surface-2 px-6 text-center text-muted"
      >
        <FileVideo aria-hidden="true" className="size-10 stroke-[1.5]" />
        <p className="max-w-sm text-pretty">
          This browser can’t play this file, so there is no preview. You can upload it all the same.
        </p>
      </div>
    )
  }
  return (
    // biome-ignore lint/a11y/useMediaCaption: a file that was just chosen has no captions yet
    <video
      src={url}
      controls
      playsInline
      preload="auto"
      aria-label={`Preview of ${file.name}`}
      onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) => {
        // The browser can play the sound of this file, but not its picture.
        if (width === 0) giveUp()
        else onShape({ duration, width, height })
      }}
      onError={() => url && giveUp()}
      className="aspect-video w-full bg-black object-contain"
    />
  )
}
