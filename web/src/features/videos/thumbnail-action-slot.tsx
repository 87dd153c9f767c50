import type { Video } from '@vireo/contract'
import { type ComponentType, createContext, Suspense, useContext } from 'react'
import { useCurrentUser } from '../account/api.ts'

/** A button on the picture of a card, given by the shared layout like the menu. */
export const ThumbnailActionContext = createContext<ComponentType<{ video: Video }> | undefined>(undefined)

/** Nothing for visitors, and nothing for what cannot be watched yet. */
export function ThumbnailActionSlot({ video }: { video: Video }) {
  const { user } = useCurrentUser()
  const ThumbnailAction = useContext(ThumbnailActionContext)
  if (!user || !ThumbnailAction || !video.isPlayable) return null
  return (
    <Suspense>
      <ThumbnailAction video={video} />
    </Suspense>
  )
}
