import { useState } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { TagLink, TweetTagLink } from '../../../../navigation/links/tag-link.tsx'
import { RichText } from '../../../../ui/rich-text.tsx'
import { MentionLink } from '../../../people/accounts/mention-link.tsx'
import { useComments } from '../comments-context.ts'

/** Decided by the text alone: measuring thousands of rows would lay out each of them. */
const longFrom = { characters: 600, lines: 8 }

function isLong(text: string) {
  return text.length > longFrom.characters || text.split('\n').length > longFrom.lines
}

export function CommentText({ text }: { text: string }) {
  const { subject, duration, onSeek } = useComments()
  const [isExpanded, setIsExpanded] = useState(false)
  const isCut = isLong(text) && !isExpanded
  return (
    <>
      <p
        dir="auto"
        // Focus on a link in the hidden part expands the text.
        onFocus={isCut ? () => setIsExpanded(true) : undefined}
        className={cn('whitespace-pre-wrap [overflow-wrap:anywhere]', isCut && 'line-clamp-5')}
      >
        <RichText
          text={text}
          mention={MentionLink}
          tag={subject.kind === 'tweet' ? TweetTagLink : TagLink}
          {...(duration && onSeek && { duration, onSeek })}
        />
      </p>
      {isLong(text) && (
        <button
          type="button"
          aria-expanded={!isCut}
          onClick={() => setIsExpanded(isCut)}
          className="rounded-sm py-1 font-medium text-muted hover:text-text"
        >
          {isCut ? 'Show more' : 'Show less'}
        </button>
      )}
    </>
  )
}
