import type { CurrentUser } from '@vireo/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../../navigation/paths.ts'
import { useProcessing } from './api.ts'
import { ProcessingItem } from './processing-item.tsx'
import { isUnfinished, type Processing } from './processing-list.ts'

/** The progress of the viewer's videos; shown only while there is any. */
export function ProcessingStatus({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const isOwnPlace = pathname === paths.home() || pathname === paths.profile(user.username)
  const { videos, dismiss } = useProcessing(user._id, isOwnPlace)
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {videos.map((video) => (
          <p key={video._id}>{announce(video)}</p>
        ))}
      </div>
      {/* On the upload page this place belongs to the progress of the upload. */}
      {videos.length > 0 && pathname !== paths.uploadVideo() && (
        <section
          aria-label="Your videos in processing"
          className="fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar))] z-20 ml-auto max-h-80 max-w-88 animate-pop-in overflow-y-auto rounded-card border border-border bg-surface shadow-float"
        >
          <ul className="divide-y divide-border">
            {videos.map((video) => (
              <li key={video._id}>
                <ProcessingItem video={video} onDismiss={() => dismiss(video._id)} />
                {video.status === 'ready' && <AutoDismiss onDismiss={() => dismiss(video._id)} />}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

const readyForMs = 10_000

/** Videos that are ready disappear by themselves. */
function AutoDismiss({ onDismiss }: { onDismiss: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer, from when it appears
  useEffect(() => {
    const timer = setTimeout(onDismiss, readyForMs)
    return () => clearTimeout(timer)
  }, [])
  return null
}

/** Only changes of status: announcing percentages every second would drown out everything else. */
function announce(video: Processing) {
  if (isUnfinished(video)) return `Processing "${video.title}".`
  if (video.status === 'ready') return `"${video.title}" is ready.`
  return `"${video.title}" failed: ${video.failure}`
}
