import { type Tweet, tweetImageWidth } from '@vireo/contract'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { ShownTweetRow } from './tweets.queries.ts'

export function toTweet(row: ShownTweetRow): Tweet {
  const pictures = row.images.map(({ position, width, height, alt, placeholder }) => ({
    url: `/media/${row.folder}/${position}/${tweetImageWidth}.webp`,
    width,
    height,
    alt,
    placeholder,
  }))
  return {
    _id: row.id,
    content: row.content,
    image: pictures[0]?.url ?? '',
    pictures,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
    isEdited: row.is_edited,
    owner: toOwner({ ...row, id: row.owner_id }),
    likes: row.likes_count,
    isLiked: row.is_liked,
    repliesCount: row.comments_mode === 'off' ? 0 : row.comments_count,
    commentsMode: row.comments_mode,
  }
}
