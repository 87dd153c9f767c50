import { Repeat, Repeat1, SkipBack, SkipForward } from 'lucide-react'
import { useCallback, useSyncExternalStore } from 'react'
import { cn } from '../../../lib/cn.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'

type StepButtonsProps = {
  /** Where the videos are, for the names of the buttons. */
  place: string
  previousPath: string | undefined
  nextPath: string | undefined
  onOpen: (path: string) => void
}

export function StepButtons({ place, previousPath, nextPath, onOpen }: StepButtonsProps) {
  return (
    <>
      <IconButton
        label={`Previous ${place}`}
        disabled={!previousPath}
        onClick={() => previousPath && onOpen(previousPath)}
      >
        <SkipBack />
      </IconButton>
      <IconButton label={`Next ${place}`} disabled={!nextPath} onClick={() => nextPath && onOpen(nextPath)}>
        <SkipForward />
      </IconButton>
    </>
  )
}

type RepeatButtonsProps = {
  label: string
  isRepeated: boolean
  onRepeat: () => void
  /** The player's element, which loops one video until another one is loaded. */
  media: HTMLVideoElement | null
}

/** Repeats all videos, or the one that plays. */
export function RepeatButtons({ label, isRepeated, onRepeat, media }: RepeatButtonsProps) {
  const isLooping = useIsLooping(media)
  const toggleLoop = () => {
    if (!media) return
    media.loop = !media.loop
    // From the beginning.
    if (media.ended) media.play().catch(() => {})
  }
  return (
    <>
      <IconButton
        label={label}
        aria-pressed={isRepeated}
        onClick={onRepeat}
        className={cn(isRepeated && 'text-accent')}
      >
        <Repeat />
      </IconButton>
      <IconButton
        label="Repeat this video"
        aria-pressed={isLooping}
        onClick={toggleLoop}
        className={cn(isLooping && 'text-accent')}
      >
        <Repeat1 />
      </IconButton>
    </>
  )
}

/** The player's key and menu change it too; there is no event for it, but an attribute. */
function useIsLooping(media: HTMLVideoElement | null) {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const observer = new MutationObserver(onChange)
      if (media) observer.observe(media, { attributeFilter: ['loop'] })
      return () => observer.disconnect()
    },
    [media],
  )
  return useSyncExternalStore(subscribe, () => media?.loop ?? false)
}
