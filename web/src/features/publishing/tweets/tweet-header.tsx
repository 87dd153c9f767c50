import type { Tweet } from '@vireo/contract'
import { Link } from 'react-router'
import { formatDateTime, formatRelativeTime } from '../../../lib/text/format.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { OwnerName } from '../../people/accounts/owner-link.tsx'

/** The tweet's author and time. On a card, the time's link covers the whole card. */
export function TweetHeader({ tweet, isLinked }: { tweet: Tweet; isLinked: boolean }) {
  const { _id, owner, createdAt, isEdited } = tweet
  const time = (
    <time dateTime={createdAt} title={formatDateTime(createdAt)}>
      {formatRelativeTime(createdAt)}
    </time>
  )
  return (
    <div className="min-w-0 grow">
      <h2 className="truncate text-base leading-snug font-semibold tracking-normal">
        <OwnerName owner={owner} className="relative z-10" />
      </h2>
      <p className="flex flex-wrap gap-x-1.5 text-xs text-muted">
        <span className="min-w-0 truncate">@{owner.username}</span>
        <span aria-hidden="true">·</span>
        {isLinked ? (
          <Link
            to={paths.tweet(_id)}
            data-card-link
            aria-label={`Tweet by ${owner.fullname}, ${formatRelativeTime(createdAt)}`}
            className="outline-none after:absolute after:inset-0 after:rounded-card hover:underline focus-visible:after:outline-2 focus-visible:after:outline-accent"
          >
            {time}
          </Link>
        ) : (
          time
        )}
        {isEdited && (
          <>
            <span aria-hidden="true">·</span>
            <span>edited</span>
          </>
        )}
      </p>
    </div>
  )
}
