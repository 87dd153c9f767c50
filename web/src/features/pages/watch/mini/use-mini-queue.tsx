import { type RefObject, useState } from 'react'
import { toastNotice } from '../../../../ui/feedback/toasts/toast.ts'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { type QueuePlayer, useQueuePlayer } from '../../../library/own-queue/use-queue-player.ts'
import { usePlayerHost } from '../player/player-host.tsx'
import { skippedMessage } from '../queues/skip-missing.tsx'

// Only for people with a queue.
const MiniQueue = lazyPart(() => import('./mini-queue.tsx').then((m) => m.MiniQueue))

/** The person's own queue in the mini-player. `open` plays a video there. */
export function useMiniQueue(
  player: QueuePlayer,
  frame: RefObject<HTMLElement | null>,
  open: (path: string) => void,
) {
  const { box } = usePlayerHost()
  const [isOpen, setIsOpen] = useState(false)
  const queue = useQueuePlayer(player)
  const isEmpty = queue.rows.length === 0
  return {
    queueButton: !isEmpty && (
      <MiniQueue
        {...queue}
        {...player}
        isOpen={isOpen}
        onOpenChange={setIsOpen}
        media={box.querySelector('video')}
        onOpen={open}
        onEmptied={() => {
          setIsOpen(false)
          frame.current?.querySelector('button')?.focus({ preventScroll: true })
        }}
      />
    ),
    isQueueOpen: isOpen && !isEmpty,
    /** Goes on after a video of the queue that is not available; returns whether there is another one. */
    skip: () => {
      if (queue.index < 0 || !queue.next) return false
      toastNotice(skippedMessage)
      open(queue.next.path)
      return true
    },
  }
}
