import type { Owner } from '@vireo/contract'
import { useState } from 'react'
import { cn } from '../../../lib/cn.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { useBlock } from './use-block.ts'

type UnblockButtonProps = { person: Pick<Owner, '_id' | 'fullname'>; className?: string }

/** Replaces Subscribe for someone the viewer has blocked. */
export function UnblockButton({ person, className }: UnblockButtonProps) {
  const { unblock } = useBlock(person)
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    await unblock()
    setIsBusy(false)
  }
  return (
    <Button className={cn('rounded-full', className)} isBusy={isBusy} onClick={() => void press()}>
      Unblock
    </Button>
  )
}
