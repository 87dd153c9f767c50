import { EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { BareIconButton } from '../../ui/bare-icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../ui/menu.tsx'

export type CommentMenuProps = {
  isOwn: boolean
  label: string
  className: string
  onEdit: () => void
  onRemove: () => void
  onReport: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Mounted with its first opening, so it is open from the start: see CommentMenuSlot. */
export function CommentMenu({ isOwn, label, className, onEdit, onRemove, onReport, ref }: CommentMenuProps) {
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
          <MenuItem onSelect={onReport}>
            <Flag />
            Report
          </MenuItem>
        )}
      </MenuContent>
    </Menu>
  )
}
