import { EllipsisVertical } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { BareIconButton } from '../../ui/buttons/bare-icon-button.tsx'
import { toastError } from '../../ui/feedback/toast.ts'
import type { CommentMenuProps } from './comment-menu.tsx'

const loadMenu = () => import('./comment-menu.tsx').then((m) => ({ default: m.CommentMenu }))
const CommentMenu = lazy(loadMenu)

/** A plain button until its first click: thousands of menus that nobody opens would cost as much as the list. */
export function CommentMenuButton({ ref, ...props }: CommentMenuProps) {
  const [isWanted, setIsWanted] = useState(false)
  const prefetch = () => void loadMenu().catch(() => {})
  // Rendered only once its code is loaded: a lost connection must not break the page.
  const open = () => {
    loadMenu().then(
      () => setIsWanted(true),
      () => toastError('Network error, please try again.'),
    )
  }
  const button = (
    <BareIconButton
      ref={ref}
      label={props.label}
      className={props.className}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onClick={open}
    >
      <EllipsisVertical />
    </BareIconButton>
  )
  if (!isWanted) return button
  return (
    <Suspense fallback={button}>
      <CommentMenu ref={ref} {...props} />
    </Suspense>
  )
}
