import type { Comment } from '@vireo/contract'
import { EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { BareIconButton } from '../../ui/buttons/bare-icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/overlays/menu.tsx'
import { BlockItem } from '../blocks/block-item.tsx'

export type CommentMenuProps = {
  isOwn: boolean
  owner: Comment['owner']
  label: string
  className: string
  onEdit: () => void
  onDelete: () => void
  onReport: () => void
  /** Called before the comment disappears because its author is blocked. */
  beforeGone: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Mounted by the first click, so it is open from the start: see CommentMenuButton. */
export function CommentMenu({
  isOwn,
  owner,
  label,
  className,
  onEdit,
  onDelete,
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
            <MenuItem isDanger onSelect={onDelete}>
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
