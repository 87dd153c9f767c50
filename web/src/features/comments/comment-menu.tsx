import type { Comment } from '@vireo/contract'
import { EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { BareIconButton } from '../../ui/bare-icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'
import { BlockItem } from '../blocks/block-item.tsx'

export type CommentMenuProps = {
  isOwn: boolean
  owner: Comment['owner']
  label: string
  className: string
  onEdit: () => void
  onRemove: () => void
  onReport: () => void
  /** The comment is about to vanish, because its author is blocked. */
  beforeGone: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Mounted with its first opening, so it is open from the start: see CommentMenuSlot. */
export function CommentMenu({
  isOwn,
  owner,
  label,
  className,
  onEdit,
  onRemove,
  onReport,
  beforeGone,
  ref,
}: CommentMenuProps) {
  return (
    <Menu defaultOpen>
      <MenuTrigger>
        <BareIconButton ref={ref} label={label} className={className}>
          <EllipsisVertical />
        </BareIconButton>
      </MenuTrigger>
      <MenuContent>
        {isOwn ? (
          <>
            <MenuItem onSelect={onEdit}>
              <Pencil />
              Edit
            </MenuItem>
            <MenuItem isDanger onSelect={onRemove}>
              <Trash2 />
              Delete
            </MenuItem>
          </>
        ) : (
          <>
            <MenuItem onSelect={onReport}>
              <Flag />
              Report
            </MenuItem>
            <BlockItem person={owner} beforeGone={beforeGone} />
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
