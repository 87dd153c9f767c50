import type { CurrentUser } from '@vireo/contract'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { paths } from '../../../../navigation/links/paths.ts'
import { useDiscoverUploads } from '../uploads/use-discover-uploads.ts'
import { useProcessing, useProcessingEvents } from './api.ts'
import { ProcessingItem } from './processing-item.tsx'
import { isUnfinished, type Processing } from './processing-list.ts'

/** The progress of the viewer's videos; shown only while there are any. */
export function ProcessingStatus({ user }: { user: CurrentUser }) {
  const { pathname } = useLocation()
  const isUploading = pathname === paths.uploadVideo()
  const isDiscovering = isUploading || pathname === paths.home() || pathname === paths.profile(user.username)
  const processing = useProcessing(user._id, isDiscovering)
  useProcessingEvents(user._id, processing)
  useDiscoverUploads(user._id, isDiscovering)
  const { videos, dismiss } = processing
  return (
    <>
      <div aria-live="polite" className="sr-only">
        {videos.map((video) => (
          <p key={video._id}>{announce(video)}</p>
        ))}
      </div>
      {/* On the upload page the upload's progress is shown here, and the videos are listed in the page. In a low window
      this would cover the player. */}
      {videos.length > 0 && !isUploading && (
        <section
          aria-label="Your videos in processing"
          className="short:hidden pointer-events-auto max-h-80 w-full max-w-88 shrink animate-pop-in overflow-y-auto rounded-card border border-border bg-surface shadow-float"
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

/** The same list as a part of the upload page; the component above receives the events. */
export function ProcessingSection({ ownerId }: { ownerId: string }) {
  const { videos, dismiss } = useProcessing(ownerId)
  if (videos.length === 0) return null
  return (
    <section
      aria-labelledby="in-processing"
      className="overflow-hidden rounded-card border border-border bg-surface"
    >
      <h2 id="in-processing" className="px-4 pt-3 text-base">
        Your videos in processing
      </h2>
      <ul className="divide-y divide-border">
        {videos.map((video) => (
          <li key={video._id}>
            <ProcessingItem video={video} onDismiss={() => dismiss(video._id)} />
          </li>
        ))}
      </ul>
    </section>
  )
}

const dismissAfterMs = 10_000

/** Ready videos disappear by themselves. */
function AutoDismiss({ onDismiss }: { onDismiss: () => void }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: one timer, started on mount
  useEffect(() => {
    const timer = setTimeout(onDismiss, dismissAfterMs)
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
