import type { Comment } from '@vireo/contract'
import { EllipsisVertical, Flag, Pencil, Trash2 } from 'lucide-react'
import type { Ref } from 'react'
import { BareIconButton } from '../../../../ui/buttons/bare-icon-button.tsx'
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../ui/overlays/menu.tsx'
import { BlockItem } from '../../../people/blocks/block-item.tsx'
import { useComments } from '../comments-context.ts'
import { CreatorItems } from './creator-items.tsx'
import { PinItem } from './pin-item.tsx'

export type CommentMenuProps = {
  comment: Comment
  label: string
  className: string
  onEdit: () => void
  onDelete: () => void
  onReport: () => void
  /** Called before the comment is removed (by the creator, or its author blocked) or moves (pinned). */
  beforeRemoval: () => void
  ref?: Ref<HTMLButtonElement>
}

/** Mounted by the first click, so it is open from the start: see CommentMenuButton. */
export function CommentMenu({
  comment,
  label,
  className,
  onEdit,
  onDelete,
  onReport,
  beforeRemoval,
  ref,
}: CommentMenuProps) {
  const { subject, viewer } = useComments()
  const { owner, parentId } = comment
  const isCreator = viewer?._id === subject.creatorId
  return (
    <Menu defaultOpen>
      <MenuTrigger>
        <BareIconButton ref={ref} label={label} className={className}>
          <EllipsisVertical />
        </BareIconButton>
      </MenuTrigger>
      <MenuContent>
        {isCreator && !parentId && <PinItem comment={comment} beforeMove={beforeRemoval} />}
        {viewer?._id === owner._id ? (
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
            {isCreator && <CreatorItems comment={comment} beforeRemoval={beforeRemoval} />}
            <MenuItem onSelect={onReport}>
              <Flag />
              Report
            </MenuItem>
            <BlockItem person={owner} beforeRemoval={beforeRemoval} />
          </>
        )}
      </MenuContent>
    </Menu>
  )
}
