import { FileVideo } from 'lucide-react'
import { useState } from 'react'

export type VideoShape = { duration: number; width: number; height: number }
type VideoPreviewProps = { file: File; url: string | undefined; onShape: (shape: VideoShape) => void }

/** The file itself, played from the disk. */
export function VideoPreview({ file, url, onShape }: VideoPreviewProps) {
  const [isUnplayable, setIsUnplayable] = useState(false)
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
        // A file whose sound can be played and whose picture cannot.
        if (width === 0) setIsUnplayable(true)
        else onShape({ duration, width, height })
      }}
      onError={() => url && setIsUnplayable(true)}
      className="aspect-video w-full bg-black object-contain"
    />
  )
}
