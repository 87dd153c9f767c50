import type { Tweet } from '@vireo/contract'
import { type MouseEvent, memo, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { cn } from '../../../lib/cn.ts'
import { TweetTagLink } from '../../../navigation/links/tag-link.tsx'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import { lazyParts } from '../../../ui/lazy/lazy-parts.ts'
import { RichText } from '../../../ui/rich-text.tsx'
import { useCurrentUser } from '../../people/accounts/api.ts'
import { MentionLink } from '../../people/accounts/mention-link.tsx'
import { OwnerAvatar } from '../../people/accounts/owner-link.tsx'
import { TweetActions } from './tweet-actions.tsx'
import { TweetHeader } from './tweet-header.tsx'
import { TweetPictures } from './tweet-pictures.tsx'

// Only for signed-in people.
const menuPart = lazyParts(() => import('./tweet-menu.tsx'))
const TweetMenu = menuPart((m) => m.TweetMenu)
const OthersTweetMenu = menuPart((m) => m.OthersTweetMenu)
const TweetEditor = lazyPart(() => import('./tweet-editor.tsx').then((m) => m.TweetEditor))

type TweetCardProps = {
  tweet: Tweet
  /** For cards visible on the first screen. */
  isEager?: boolean
  /** Set on the tweet's own page, for a click on the reply count. Elsewhere the card opens that page. */
  onReply?: () => void
  /** Set on the tweet's own page, which must be left when the tweet is deleted. */
  onDeleted?: () => void
}

export const TweetCard = memo(function TweetCard({
  tweet,
  isEager = false,
  onReply,
  onDeleted,
}: TweetCardProps) {
  const { user } = useCurrentUser()
  const [isEditing, setIsEditing] = useState(false)
  const menu = useRef<HTMLButtonElement>(null)
  const closeEditor = () => {
    flushSync(() => setIsEditing(false))
    menu.current?.focus()
  }
  const isOwnPage = onReply !== undefined
  return (
    <article className="relative flex gap-3 rounded-card border border-border bg-surface p-3 sm:p-4">
      <OwnerAvatar owner={tweet.owner} size="md" className="relative z-10 h-fit" />
      <div className="min-w-0 grow">
        <div className="flex items-start gap-2">
          <TweetHeader tweet={tweet} isLinked={!isOwnPage} />
          {user?._id === tweet.owner._id && (
            <TweetMenu
              ref={menu}
              tweet={tweet}
              onEdit={() => whenLoaded(TweetEditor, () => setIsEditing(true))}
              onDeleted={onDeleted}
              className={cn(menuClass, isEditing && 'invisible')}
              fallback={menuPlace}
            />
          )}
          {user && user._id !== tweet.owner._id && (
            <OthersTweetMenu tweet={tweet} className={menuClass} fallback={menuPlace} />
          )}
        </div>
        {isEditing ? (
          <TweetEditor tweet={tweet} onClose={closeEditor} />
        ) : (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the card's link does the same
          <p
            dir="auto"
            onClick={isOwnPage ? undefined : openCard}
            className={cn(
              // Above the card's link, so that the text can be selected.
              'relative z-10 mt-1 whitespace-pre-wrap [overflow-wrap:anywhere] [unicode-bidi:plaintext]',
              isOwnPage ? 'text-base' : 'cursor-pointer text-sm',
            )}
          >
            <RichText text={tweet.content} mention={MentionLink} tag={TweetTagLink} />
          </p>
        )}
        <TweetPictures pictures={tweet.pictures} author={tweet.owner.fullname} isEager={isEager} />
        <TweetActions tweet={tweet} onReply={onReply} />
      </div>
    </article>
  )
})

/** Follows the link that covers the card, unless text was selected or a link in the text was clicked. */
function openCard({ target, currentTarget, ctrlKey, metaKey, shiftKey }: MouseEvent<HTMLElement>) {
  const isOnLink = target instanceof Element && target.closest('a') !== null
  if (isOnLink || getSelection()?.isCollapsed === false) return
  const link = currentTarget.closest('article')?.querySelector('[data-card-link]')
  const init = { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }
  link?.dispatchEvent(new window.MouseEvent('click', init))
}

const menuClass = 'relative z-10 -mt-2.5 -mr-2.5 size-11 shrink-0 text-muted'
const menuPlace = <span className={menuClass} />
