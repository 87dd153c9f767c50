import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { EllipsisVertical, Pencil, Trash2 } from 'lucide-react'
import type { RefObject } from 'react'
import { focusNeighbour } from '../../lib/focus-neighbour.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { useRemoval } from '../../ui/use-removal.ts'
import { ReportItem } from '../reports/report-item.tsx'
import { deleteTweet } from './api.ts'

type TweetMenuProps = {
  tweetId: string
  isOwn: boolean
  onEdit: () => void
  /** Otherwise the focus goes on to the next tweet of the list. */
  onDeleted: (() => void) | undefined
  className: string
  ref: RefObject<HTMLButtonElement | null>
}

/** Only for signed-in people. */
export function TweetMenu({ tweetId, isOwn, onEdit, onDeleted, className, ref }: TweetMenuProps) {
  const remove = useDelete(tweetId, onDeleted ?? (() => focusNeighbour(ref.current)))
  return (
    <Menu>
      <MenuTrigger>
        <IconButton ref={ref} label="Tweet actions" className={className}>
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        {!isOwn && <ReportItem kind="tweet" id={tweetId} />}
        {isOwn && (
          <>
            <MenuItem onSelect={onEdit}>
              <Pencil />
              Edit Tweet
            </MenuItem>
            <MenuItem isDanger onSelect={() => void remove()}>
              <Trash2 />
              Delete Tweet
            </MenuItem>
          </>
        )}
      </MenuContent>
    </Menu>
  )
}

function useDelete(tweetId: string, beforeGone: () => void) {
  const queryClient = useQueryClient()
  return useRemoval({
    question: 'Are you sure you want to delete this tweet?',
    remove: () => deleteTweet(queryClient, tweetId, beforeGone),
    done: api.tweet.remove.message,
    failed: 'Failed to delete tweet',
  })
}
