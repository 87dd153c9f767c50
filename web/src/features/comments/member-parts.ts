import { lazy } from 'react'

const loadReplyForm = () => import('./reply-form.tsx')
const loadEditor = () => import('./comment-editor.tsx')

// What only signed-in people need is not loaded for visitors.
export const Composer = lazy(async () => {
  // With it come the boxes that open on a click: what is typed right after that must find them there.
  for (const load of [loadReplyForm, loadEditor]) load().catch(() => {})
  return { default: (await import('./composer.tsx')).Composer }
})
export const ReplyForm = lazy(() => loadReplyForm().then((m) => ({ default: m.ReplyForm })))
export const CommentEditor = lazy(() => loadEditor().then((m) => ({ default: m.CommentEditor })))
