import type { Video } from '@vireo/contract'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../../lib/cn.ts'
import { formatCount } from '../../../lib/text/format.ts'
import { useAskToSignIn } from '../../../navigation/links/use-ask-to-sign-in.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'
import { useCurrentUser, useWhenViewerKnown } from '../../people/accounts/api.ts'
import { useToggleLike } from './api.ts'
import { isDislikedBy, setDisliked, useIsDisliked } from './dislikes.ts'

type LikeButtonsProps = {
  /** From a query of videos/api.ts, where a like updates it. */
  video: Pick<Video, '_id' | 'likes' | 'isLiked'>
  className?: string
}

export function LikeButtons({ video, className }: LikeButtonsProps) {
  const { isDisliked, like, dislike } = useVideoLike(video)
  return (
    <div className={cn('inline-flex h-10 rounded-full bg-surface-2 pointer-coarse:h-11', className)}>
      <Tooltip text="Like">
        <HalfPill isPressed={video.isLiked} onClick={like} className="gap-2 rounded-l-full pr-3.5 pl-4">
          <ThumbsUp />
          <span className="sr-only">Like</span>
          <span className="min-w-[1ch] tabular-nums">{formatCount(video.likes)}</span>
        </HalfPill>
      </Tooltip>
      <span className="my-2 w-px bg-border" />
      <Tooltip text="Dislike">
        <HalfPill isPressed={isDisliked} onClick={dislike} className="rounded-r-full pr-4 pl-3.5">
          <ThumbsDown />
          <span className="sr-only">Dislike</span>
        </HalfPill>
      </Tooltip>
    </div>
  )
}

function HalfPill({ isPressed, className, ...props }: ComponentProps<'button'> & { isPressed: boolean }) {
  return (
    <button
      type="button"
      aria-pressed={isPressed}
      className={cn(
        'inline-flex items-center font-medium transition-colors select-none hover:bg-border active:bg-border',
        'focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:stroke-[1.75] [&_svg]:transition-[fill,scale]',
        'active:[&_svg]:scale-90 aria-pressed:[&_svg]:fill-current',
        className,
      )}
      {...props}
    />
  )
}

/** A video cannot be liked and disliked at once: a dislike removes the like. */
function useVideoLike({ _id, isLiked }: Pick<Video, '_id' | 'isLiked'>) {
  const { user } = useCurrentUser()
  const whenViewerKnown = useWhenViewerKnown()
  const isDisliked = useIsDisliked(user?._id, _id)
  const toggleLike = useToggleLike(_id)
  const askToSignIn = useAskToSignIn()

  const like = () =>
    whenViewerKnown((viewer) => {
      if (!viewer) return askToSignIn('Please Sign in to like videos')
      // Read again, because the viewer may not have been known when the button was pressed.
      const wasDisliked = isDislikedBy(viewer._id, _id)
      if (wasDisliked) setDisliked(viewer._id, _id, false)
      void toggleLike(!isLiked, () => {
        if (wasDisliked) setDisliked(viewer._id, _id, true)
        toastError('Failed to toggle like')
      })
    })

  const dislike = () =>
    whenViewerKnown((viewer) => {
      if (!viewer) return askToSignIn('Please Sign in to dislike videos')
      setDisliked(viewer._id, _id, !isDisliked)
      if (isDisliked || !isLiked) return
      void toggleLike(false, () => {
        setDisliked(viewer._id, _id, false)
        toastError('Failed to dislike video')
      })
    })

  // A video that has since been liked on another device is no longer disliked.
  return { isDisliked: isDisliked && !isLiked, like, dislike }
}
