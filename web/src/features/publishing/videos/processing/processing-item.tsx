import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Link } from 'react-router'
import { paths } from '../../../../navigation/links/paths.ts'
import { BareIconButton } from '../../../../ui/buttons/bare-icon-button.tsx'
import { Button } from '../../../../ui/buttons/button.tsx'
import { Spinner } from '../../../../ui/feedback/spinner.tsx'
import { useRetryProcessing } from './api.ts'
import { estimateTexts } from './estimate-text.ts'
import { isUnfinished, type Processing } from './processing-list.ts'

type ProcessingItemProps = { video: Processing; onDismiss: () => void }

export function ProcessingItem({ video, onDismiss }: ProcessingItemProps) {
  const isRunning = isUnfinished(video)
  return (
    <article className="relative">
      <div className="flex items-start gap-3 py-2 pr-1 pl-4">
        <div className="flex h-11 items-center">
          <StatusIcon video={video} />
        </div>
        <div className="grid min-h-11 min-w-0 grow grid-cols-1 content-center gap-0.5">
          <Text video={video} />
          <Actions video={video} />
        </div>
        {isRunning ? (
          <p className="flex h-11 shrink-0 items-center pr-3 whitespace-nowrap text-muted tabular-nums">
            {video.progress} %
          </p>
        ) : (
          <BareIconButton label={`Dismiss "${video.title}"`} onClick={onDismiss}>
            <X />
          </BareIconButton>
        )}
      </div>
      {isRunning && <Bar video={video} />}
    </article>
  )
}

function StatusIcon({ video }: { video: Processing }) {
  if (isUnfinished(video)) return <Spinner className="text-warn" />
  const Icon = video.status === 'ready' ? CircleCheck : CircleAlert
  const color = video.status === 'ready' ? 'text-accent' : 'text-danger'
  return <Icon aria-hidden="true" className={`size-5 shrink-0 stroke-[1.75] ${color}`} />
}

function Text({ video: { title, status, failure, isPlayable, estimate } }: { video: Processing }) {
  // Only the title is truncated, not the end of the sentence.
  const name = <span className="min-w-0 truncate font-medium">"{title}"</span>
  if (status === 'ready') {
    return (
      <p className="flex gap-1">
        {name} <span className="shrink-0">is ready</span>
      </p>
    )
  }
  if (status === 'failed') {
    return (
      <div className="min-w-0">
        <p className="flex gap-1">
          {name} <span className="shrink-0">failed:</span>
        </p>
        <p className="wrap-anywhere">{failure}</p>
      </div>
    )
  }
  return (
    <div className="min-w-0">
      <p className="flex gap-1">
        <span className="shrink-0">Processing</span> {name}
      </p>
      {estimate && (
        <p className="text-xs text-muted">{estimateTexts({ isPlayable, estimate }).join(' · ')}</p>
      )}
    </div>
  )
}

function Actions({ video }: { video: Processing }) {
  const retry = useRetryProcessing()
  if (video.status === 'failed') {
    return (
      <div className="py-1">
        <Button size="sm" isBusy={retry.isPending} onClick={() => retry.mutate(video._id)}>
          Retry
        </Button>
      </div>
    )
  }
  if (!video.isPlayable) return null
  return (
    <Link to={paths.watch(video._id)} className="link -my-1 justify-self-start py-1 text-xs">
      {video.status === 'ready' ? 'Watch' : 'Watch it now'}
    </Link>
  )
}

function Bar({ video }: { video: Processing }) {
  return (
    <div
      role="progressbar"
      aria-label={`Processing "${video.title}"`}
      aria-valuenow={video.progress}
      className="absolute inset-x-0 -bottom-px h-0.5 bg-surface-2"
    >
      <div
        style={{ width: `${video.progress}%` }}
        className="h-full bg-warn transition-[width] duration-500 ease-linear"
      />
    </div>
  )
}
