import { EllipsisVertical } from 'lucide-react'
import { useState } from 'react'
import { BareIconButton } from '../../../../ui/buttons/bare-icon-button.tsx'
import { lazyPart, whenLoaded } from '../../../../ui/lazy/lazy-part.tsx'
import type { CommentMenuProps } from './comment-menu.tsx'

const CommentMenu = lazyPart(() => import('./comment-menu.tsx').then((m) => m.CommentMenu))

/** A plain button until its first click: thousands of unopened menus would cost as much as the list. */
export function CommentMenuButton({ ref, ...props }: CommentMenuProps) {
  const [isOpened, setIsOpened] = useState(false)
  const prefetch = () => void CommentMenu.load()
  if (isOpened) return <CommentMenu ref={ref} {...props} />
  return (
    <BareIconButton
      ref={ref}
      label={props.label}
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={() => whenLoaded(CommentMenu, () => setIsOpened(true))}
    >
      <EllipsisVertical />
    </BareIconButton>
  )
}
