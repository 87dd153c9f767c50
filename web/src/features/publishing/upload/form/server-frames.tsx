import { useQuery } from '@tanstack/react-query'
import { toBlob } from '../../../../lib/forms/data-uri.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { FramePicker } from '../../videos/frames/frame-picker.tsx'
import { fetchFrames } from '../api.ts'
import { uploadIdOf } from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'

type ServerFramesProps = { entry: Entry; onChoose: (image: Blob) => void }

/** For a video that this browser cannot play: the server takes the frames, once it has the file. */
export function ServerFrames({ entry, onChoose }: ServerFramesProps) {
  const { thumbnail } = entry.draft
  const isWhole = useIsWhole(entry)
  const uploadId = uploadIdOf(entry.draft)
  const { data, isLoading } = useQuery({
    queryKey: ['upload', 'frames', uploadId],
    queryFn: async ({ signal }) => (await fetchFrames(uploadId ?? '', signal)).map(toBlob),
    enabled: isWhole && uploadId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const images = data ?? []
  return (
    <>
      {!thumbnail && (
        <p role="status" className="text-sm text-muted">
          {images.length > 0
            ? 'Without a choice, the thumbnail is taken from the video.'
            : 'Taken from the video. Frames from your video appear here once it is uploaded.'}
        </p>
      )}
      <FramePicker
        frames={{ images, isDrawing: isLoading, hasEnded: !isLoading }}
        chosen={thumbnail?.image}
        onChoose={onChoose}
      />
    </>
  )
}

const nothing = { get: () => undefined, subscribe: () => () => {} }

function useIsWhole({ transfer }: Entry) {
  const state = useStore(transfer?.progress ?? nothing)
  return state?.phase === 'sent'
}
