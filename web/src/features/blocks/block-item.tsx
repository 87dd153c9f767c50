import type { Owner } from '@vireo/contract'
import { Ban } from 'lucide-react'
import { MenuItem } from '../../ui/menu.tsx'
import { useBlock } from './use-block.ts'

type BlockItemProps = {
  person: Pick<Owner, '_id' | 'fullname'>
  isBlocked?: boolean
  /** What the menu belongs to is about to vanish. */
  beforeGone?: () => void
}

/** The entry of a menu about another person, or about something of theirs. */
export function BlockItem({ person, isBlocked = false, beforeGone }: BlockItemProps) {
  const { block, unblock } = useBlock(person)
  return (
    <MenuItem onSelect={() => void (isBlocked ? unblock() : block(beforeGone))}>
      <Ban />
      <span className="truncate">{isBlocked ? 'Unblock' : `Block ${person.fullname}`}</span>
    </MenuItem>
  )
}
