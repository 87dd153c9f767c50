import { FileVideo } from 'lucide-react'
import { useState } from 'react'
import { formatDuration } from '../../lib/format.ts'
import { formatBytes } from './format-transfer.ts'

type VideoPreviewProps = { file: File; url: string | undefined }
type Shape = { duration: number; width: number; height: number }

/** The file itself, played from the disk. */
export function VideoPreview({ file, url }: VideoPreviewProps) {
  const [shape, setShape] = useState<Shape>()
  const [isUnplayable, setIsUnplayable] = useState(false)
  const facts = [
    formatBytes(file.size),
    shape && Number.isFinite(shape.duration) && formatDuration(shape.duration),
    shape?.width && `${shape.width} × ${shape.height}`,
  ]
  return (
    <>
      {isUnplayable ? (
        <div className="grid aspect-video place-content-center justify-items-center gap-3 bg-surface-2 px-6 text-center text-muted">
          <FileVideo aria-hidden="true" className="size-10 stroke-[1.5]" />
          <p className="max-w-sm text-pretty">
            This browser can’t play this file, so there is no preview. You can upload it all the same.
          </p>
        </div>
      ) : (
        // biome-ignore lint/a11y/useMediaCaption: a file that was just chosen has no captions yet
        <video
          src={url}
          controls
          playsInline
          preload="auto"
          aria-label={`Preview of ${file.name}`}
          onLoadedMetadata={({ currentTarget: { duration, videoWidth: width, videoHeight: height } }) => {
            // A file whose sound can be played and whose picture cannot.
            if (width === 0) setIsUnplayable(true)
            else setShape({ duration, width, height })
          }}
          onError={() => url && setIsUnplayable(true)}
          className="aspect-video w-full bg-black object-contain"
        />
      )}
      <div className="px-3 py-2.5">
        <p className="truncate font-medium">{file.name}</p>
        <p className="text-xs text-muted tabular-nums">{facts.filter(Boolean).join(' · ')}</p>
      </div>
    </>
  )
}
