import type { Owner } from '@vireo/contract'
import { Ban } from 'lucide-react'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { useBlock } from './use-block.ts'

type BlockItemProps = {
  person: Pick<Owner, '_id' | 'fullname'>
  isBlocked?: boolean
  /** Called before the menu's post disappears. */
  beforeRemoval?: () => void
}

/** The menu entry on another person's profile or posts. */
export function BlockItem({ person, isBlocked = false, beforeRemoval }: BlockItemProps) {
  const { block, unblock } = useBlock(person)
  return (
    <MenuItem onSelect={() => void (isBlocked ? unblock() : block(beforeRemoval))}>
      <Ban />
      <span className="truncate">
        {isBlocked ? (
          'Unblock'
        ) : (
          <>
            Block <bdi>{person.fullname}</bdi>
          </>
        )}
      </span>
    </MenuItem>
  )
}
