import { lazy } from 'react'

// What only signed-in people need is not loaded for visitors.
export const Composer = lazy(() => import('./composer.tsx').then((m) => ({ default: m.Composer })))
export const ReplyForm = lazy(() => import('./reply-form.tsx').then((m) => ({ default: m.ReplyForm })))
export const CommentEditor = lazy(() =>
  import('./comment-editor.tsx').then((m) => ({ default: m.CommentEditor })),
)
