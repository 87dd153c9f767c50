import type { CurrentUser } from '@vireo/contract'
import { createContext, use } from 'react'
import type { CommentSource } from './source.ts'

export type CommentsContextValue = {
  source: CommentSource
  viewer: CurrentUser | null
  /** Of the video that the comments are about; moments in them seek. */
  duration?: number | undefined
  onSeek?: ((seconds: number) => void) | undefined
}

export const CommentsContext = createContext<CommentsContextValue | null>(null)

export function useComments(): CommentsContextValue {
  const value = use(CommentsContext)
  if (!value) throw new Error('Only inside a <CommentSection>')
  return value
}
