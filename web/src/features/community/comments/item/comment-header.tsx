import type { Owner } from '@vireo/contract'
import { Pin } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime, formatRelativeTime } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import type { ShownComment } from '../api/comment-pages.ts'
import { useComments } from '../comments-context.ts'

/** The comment's author and time. */
export function CommentHeader({ comment }: { comment: ShownComment }) {
  const { subject, creator, words } = useComments()
  const { owner, createdAt, isEdited, isHeld, awaitsCreator, isPending, isPinned, isNew } = comment
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-xs text-muted">
      {isPinned && (
        <span className="mb-0.5 flex min-w-0 basis-full items-center gap-1">
          <Pin className="size-3.5 shrink-0" />
          <span className="truncate">
            Pinned by <bdi>{creator.fullname}</bdi>
          </span>
        </span>
      )}
      <Username owner={owner} />
      {owner._id === subject.creatorId && (
        <span className="rounded-full bg-accent px-2 leading-5 font-medium text-on-accent">
          {words.creator}
        </span>
      )}
      {isPending ? (
        <span role="status">Posting…</span>
      ) : (
        <span>
          <time dateTime={createdAt} title={formatDateTime(createdAt)}>
            {formatRelativeTime(createdAt)}
          </time>
          {isEdited && ' (edited)'}
        </span>
      )}
      {isNew && <span className="font-medium text-accent">New</span>}
      {isHeld && (
        <span className="font-medium text-warn">
          {awaitsCreator ? 'Waits for approval' : 'Held for review'}
        </span>
      )}
    </div>
  )
}

function Username({ owner: { username } }: { owner: Owner }) {
  return (
    <Link to={paths.profile(username)} className="min-w-0 truncate text-sm font-semibold text-text">
      {username}
    </Link>
  )
}
