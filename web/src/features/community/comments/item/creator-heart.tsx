import { Heart } from 'lucide-react'
import { Avatar } from '../../../../ui/avatar/avatar.tsx'
import { useComments } from '../comments-context.ts'

/** The creator's picture with a heart in its corner. */
export function CreatorHeart() {
  const { creator } = useComments()
  return (
    <span className="relative inline-flex" aria-hidden="true">
      <Avatar name={creator.fullname} src={creator.avatar} size="xs" className="size-5 text-[0.625rem]" />
      <Heart className="absolute -right-1.5 -bottom-1 size-3.5! fill-danger! stroke-surface" />
    </span>
  )
}
