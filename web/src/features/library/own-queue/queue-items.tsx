import { ListEnd, ListStart } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useStore } from '../../../lib/store/use-store.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { toastUndo } from '../../../ui/feedback/toasts/undo-toast.ts'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { addToQueue, neighboursOf } from './queue.ts'
import { nowPlaying, useOwnQueue } from './queue-store.ts'

type QueueItemsProps = { video: { _id: string; title: string } }

/** In the menus of videos that can be played, for signed-in people. Nothing for the video that plays. */
export function QueueItems({ video: { _id, title } }: QueueItemsProps) {
  const navigate = useNavigate()
  const { queue, change } = useOwnQueue()
  const playingId = useStore(nowPlaying)
  if (_id === playingId) return null

  const add = (where: 'next' | 'end') => {
    const undo = change((known) => addToQueue(known, _id, where, playingId))
    if (!undo) return toastError('The queue is full. Remove a video from it first.')
    const play = () => {
      const { next = _id } = neighboursOf(addToQueue(queue, _id, where) ?? queue, '', () => true)
      void navigate(paths.watch(next))
    }
    const message = where === 'next' ? `Plays next: ${title}` : `Added to the queue: ${title}`
    toastUndo(message, undo, playingId === undefined ? { label: 'Play', onPress: play } : undefined)
  }
  return (
    <>
      <MenuItem onSelect={() => add('next')}>
        <ListStart />
        Play next
      </MenuItem>
      <MenuItem onSelect={() => add('end')}>
        <ListEnd />
        Add to queue
      </MenuItem>
    </>
  )
}
