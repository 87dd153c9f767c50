import { useInfiniteQuery } from '@tanstack/react-query'
import { Avatar } from '../../../ui/avatar/avatar.tsx'
import type { CommentedContent } from './api/keys.ts'
import { threadQuery } from './api/queries.ts'
import { commentWords } from './comments-context.ts'

type CommentTeaserProps = {
  subject: CommentedContent
  count: number
  isOff: boolean
  /** Whether the comments may be loaded: the video comes first. */
  isReady: boolean
  onOpen: () => void
}

/** The number of comments and the first one in one line, for layouts with the comments far below. */
export function CommentTeaser({ subject, count, isOff, isReady, onOpen }: CommentTeaserProps) {
  const { data } = useInfiniteQuery({
    ...threadQuery(subject, { order: 'newest' }),
    enabled: isReady && count > 0,
  })
  const words = commentWords[subject.kind]
  const first = data?.posted?.[0] ?? data?.pages[0]?.comments[0]
  return (
    <button
      type="button"
      onClick={onOpen}
      className="grid w-full gap-1.5 rounded-card bg-surface-2 p-3 text-left transition-colors hover:bg-border"
    >
      <span className="font-medium">{isOff ? words.title : words.count(count)}</span>
      {first ? (
        <span className="flex min-w-0 items-center gap-2">
          <Avatar name={first.owner.fullname} src={first.owner.avatar} size="xs" />
          <span dir="auto" className="truncate">
            {first.content}
          </span>
        </span>
      ) : (
        <span className="h-6 text-muted">{isOff ? words.off : count === 0 && words.empty}</span>
      )}
    </button>
  )
}
