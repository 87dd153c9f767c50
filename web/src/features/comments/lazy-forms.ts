import { lazy } from 'react'

// Only signed-in people write, so visitors do not load this code. It is one chunk: when the box for a new comment is
// on the screen, those for replies and edits are there too, and keys pressed right after a click reach them.
const loadForms = () => import('./comment-forms.tsx')

export const NewCommentForm = lazy(() => loadForms().then((m) => ({ default: m.NewCommentForm })))
export const ReplyForm = lazy(() => loadForms().then((m) => ({ default: m.ReplyForm })))
export const EditCommentForm = lazy(() => loadForms().then((m) => ({ default: m.EditCommentForm })))
