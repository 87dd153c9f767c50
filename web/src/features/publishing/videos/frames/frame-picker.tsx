import { Check } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { useObjectUrl } from '../../../../lib/forms/use-object-url.ts'
import { Skeleton } from '../../../../ui/feedback/skeleton.tsx'
import { drawFrames } from './draw-frames.ts'

const frameCount = 6

type Frames = { images: Blob[]; isDrawing: boolean; hasEnded: boolean }
const none: Frames = { images: [], isDrawing: false, hasEnded: false }

type FramePickerProps = { frames: Frames; chosen: Blob | undefined; onChoose: (image: Blob) => void }

/** Frames spread over the video, any of which can become the thumbnail. */
export function FramePicker({ frames: { images, isDrawing }, chosen, onChoose }: FramePickerProps) {
  const name = useId()
  if (images.length === 0 && !isDrawing) return null
  const missing = isDrawing ? frameCount - images.length : 0
  return (
    <fieldset aria-busy={isDrawing} className="grid gap-1.5">
      <legend className="mb-1.5 text-sm text-muted">Or pick a frame of the video</legend>
      <div className="grid grid-cols-3 gap-2 sm:grid-cols-6">
        {images.map((image, index) => (
          <FrameChoice
            // biome-ignore lint/suspicious/noArrayIndexKey: frames are only ever added at the end
            key={index}
            image={image}
            name={name}
            label={`Frame ${index + 1} of ${frameCount}`}
            isChosen={image === chosen}
            onChoose={() => onChoose(image)}
          />
        ))}
        {Array.from({ length: missing }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: all are identical
          <Skeleton key={index} className="aspect-video" />
        ))}
      </div>
    </fieldset>
  )
}

type FrameChoiceProps = {
  image: Blob
  name: string
  label: string
  isChosen: boolean
  onChoose: () => void
}

function FrameChoice({ image, name, label, isChosen, onChoose }: FrameChoiceProps) {
  const url = useObjectUrl(image)
  return (
    <label className="relative block aspect-video cursor-pointer overflow-hidden rounded-control bg-surface-2 outline-offset-2 has-checked:outline-2 has-checked:outline-accent has-focus-visible:outline-3 has-focus-visible:outline-accent">
      <input
        type="radio"
        name={name}
        aria-label={label}
        checked={isChosen}
        onChange={onChoose}
        className="absolute inset-0 size-full cursor-pointer opacity-0"
      />
      {url && <img src={url} alt="" className="size-full object-cover" />}
      {isChosen && (
        <span className="absolute right-1 bottom-1 grid size-5 place-items-center rounded-full bg-accent text-on-accent">
          <Check aria-hidden="true" className="size-3.5 stroke-3" />
        </span>
      )}
    </label>
  )
}

/** The frames drawn so far. Empty for a video that this browser cannot play. */
export function useFrames(url: string | undefined): Frames {
  const [frames, setFrames] = useState<Frames>(none)
  useEffect(() => {
    if (!url) return
    const stop = new AbortController()
    const { signal } = stop
    const end = () =>
      !signal.aborted && setFrames(({ images }) => ({ images, isDrawing: false, hasEnded: true }))
    setFrames({ ...none, isDrawing: true })
    const add = (image: Blob) => setFrames((frames) => ({ ...frames, images: [...frames.images, image] }))
    drawFrames(url, { count: frameCount, signal, onFrame: add }).then(end, end)
    return () => {
      stop.abort()
      setFrames(none)
    }
  }, [url])
  return frames
}
