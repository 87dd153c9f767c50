import type { Owner } from '@vireo/contract'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { useBlock } from './use-block.ts'

/** In the place of Subscribe on the profile of someone whom one has blocked. */
export function UnblockButton({ person }: { person: Pick<Owner, '_id' | 'fullname'> }) {
  const { unblock } = useBlock(person)
  const [isBusy, setIsBusy] = useState(false)
  const press = async () => {
    setIsBusy(true)
    await unblock()
    setIsBusy(false)
  }
  return (
    <Button className="rounded-full!" isBusy={isBusy} onClick={() => void press()}>
      Unblock
    </Button>
  )
}
