import { useQueryClient } from '@tanstack/react-query'
import { api, type Tweet } from '@vireo/contract'
import { EllipsisVertical, MessageSquareMore, Pencil, Trash2 } from 'lucide-react'
import { type RefObject, useRef } from 'react'
import { focusNeighbour } from '../../../lib/dom/focus-neighbour.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../ui/overlays/menu.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import { useRemoval } from '../../../ui/overlays/use-removal.ts'
import { BlockItem } from '../../people/blocks/block-item.tsx'
import { ReportItem } from '../../people/reports/report-item.tsx'
import { deleteTweet } from './api.ts'

const RepliesDialog = lazyPart(() => import('./replies-dialog.tsx').then((m) => m.RepliesDialog))

type TweetMenuProps = {
  tweet: Tweet
  onEdit: () => void
  /** Set on the tweet's own page; elsewhere the focus moves to the next tweet of the list. */
  onDeleted: (() => void) | undefined
  className: string
  ref: RefObject<HTMLButtonElement | null>
}

/** For the owner of the tweet. */
export function TweetMenu({ tweet, onEdit, onDeleted, className, ref }: TweetMenuProps) {
  const remove = useDelete(tweet._id, onDeleted ?? (() => focusNeighbour(ref.current)))
  const replies = useLazyDialog(RepliesDialog, (control) => <RepliesDialog tweet={tweet} {...control} />)
  return (
    <>
      <Menu>
        <MenuTrigger>
          <IconButton ref={ref} label="Tweet actions" className={className}>
            <EllipsisVertical />
          </IconButton>
        </MenuTrigger>
        <MenuContent>
          <MenuItem onSelect={onEdit}>
            <Pencil />
            Edit Tweet
          </MenuItem>
          <MenuItem onSelect={replies.open}>
            <MessageSquareMore />
            Replies
          </MenuItem>
          <MenuItem isDanger onSelect={() => void remove()}>
            <Trash2 />
            Delete Tweet
          </MenuItem>
        </MenuContent>
      </Menu>
      {replies.dialog}
    </>
  )
}

function useDelete(tweetId: string, beforeRemoval: () => void) {
  const queryClient = useQueryClient()
  return useRemoval({
    question: 'Are you sure you want to delete this tweet?',
    remove: () => deleteTweet(queryClient, tweetId, beforeRemoval),
    done: api.tweets.remove.message,
    failed: 'Failed to delete tweet',
  })
}

/** For other signed-in people. */
export function OthersTweetMenu({ tweet, className }: { tweet: Tweet; className: string }) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Menu>
      <MenuTrigger>
        <IconButton ref={trigger} label="Tweet actions" className={className}>
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        <ReportItem kind="tweet" id={tweet._id} />
        <BlockItem person={tweet.owner} beforeRemoval={() => focusNeighbour(trigger.current)} />
      </MenuContent>
    </Menu>
  )
}
