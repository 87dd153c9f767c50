import type { Comment } from '@vireo/contract'
import { toOwner } from '../../people/accounts/accounts.view.ts'
import type { CommentRow } from './comments.queries.ts'

export const toComment = (row: CommentRow): Comment => ({
  _id: row.id,
  content: row.content,
  text: row.content,
  likes: row.likes_count,
  isLiked: row.is_liked,
  repliesCount: row.replies_count,
  parentId: row.parent_id,
  isEdited: row.is_edited,
  // The author of a hidden comment is not told.
  isHeld: row.is_held && (row.hold === null || row.hold === 'approval'),
  awaitsCreator: row.is_held && row.hold === 'approval',
  isPinned: row.is_pinned,
  isHearted: row.is_hearted,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  owner: toOwner({ ...row, id: row.owner_id }),
})
