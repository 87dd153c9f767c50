import { lazyParts } from '../../../../ui/lazy/lazy-parts.ts'

// Only signed-in people write, so visitors do not load this code. It is one chunk: when the box for a new comment is
// on the screen, those for replies and edits are there too, and keys pressed right after a click reach them.
const form = lazyParts(() => import('./comment-forms.tsx'))

export const NewCommentForm = form((m) => m.NewCommentForm)
export const ReplyForm = form((m) => m.ReplyForm)
export const EditCommentForm = form((m) => m.EditCommentForm)
