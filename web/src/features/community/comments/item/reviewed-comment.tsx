import type { Comment, ContentSubject } from '@vireo/contract'
import { Link } from 'react-router'
import { formatRelativeTime } from '../../../../lib/text/format.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { RichText } from '../../../../ui/rich-text.tsx'
import { MentionLink } from '../../../people/accounts/mention-link.tsx'
import { OwnerAvatar, OwnerName } from '../../../people/accounts/owner-link.tsx'

type ReviewedCommentProps = {
  comment: Comment
  subject: ContentSubject
  /** The name of the video or tweet, for a comment that is not shown there. Else the link leads to the comment. */
  title?: string
}

/** A comment away from its conversation, for those who decide about it. */
export function ReviewedComment({ comment, subject, title }: ReviewedCommentProps) {
  const place = subject.kind === 'video' ? paths.watch(subject.id) : paths.tweet(subject.id)
  return (
    <div className="flex gap-3">
      <OwnerAvatar owner={comment.owner} size="md" className="h-fit" />
      <div className="grid min-w-0 gap-1">
        <p className="text-xs wrap-anywhere text-muted">
          <OwnerName owner={comment.owner} className="text-sm font-semibold text-text" />{' '}
          {formatRelativeTime(comment.createdAt)}
          {' · '}
          <Link
            to={title === undefined ? `${place}?comment=${comment._id}` : place}
            className="underline underline-offset-2"
          >
            {title === undefined ? `on this ${subject.kind}` : `on “${title}”`}
          </Link>
        </p>
        <p dir="auto" className="max-h-60 overflow-y-auto text-base whitespace-pre-wrap wrap-anywhere">
          <RichText text={comment.content} mention={MentionLink} />
        </p>
      </div>
    </div>
  )
}
