import { useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { beginAdding, passkeysQuery, useAddPasskey } from '../passkeys/api.ts'
import {
  browserProblem,
  createPasskey,
  isDeclined,
  isStopped,
  passkeyObstacle,
} from '../passkeys/webauthn.ts'
import { PasskeyRow } from './passkey-row.tsx'
import { useConfirmed } from './use-confirmed.tsx'

/** A section of the settings. */
export function PasskeysSection() {
  const passkeys = useQuery(passkeysQuery)
  // The passkey being renamed. A new one is offered for renaming as soon as it is added.
  const [renamedId, setRenamedId] = useState<string>()
  const obstacle = passkeyObstacle()
  return (
    <SettingsSection
      title="Passkeys"
      text="Sign in with the fingerprint, face or PIN that unlocks your device, without typing a password."
    >
      {passkeys.data ? (
        <>
          {passkeys.data.docs.length > 0 ? (
            <ul className="grid gap-1">
              {passkeys.data.docs.map((passkey) => (
                <PasskeyRow
                  key={passkey._id}
                  passkey={passkey}
                  isRenamed={passkey._id === renamedId}
                  onRename={(isRenamed) => setRenamedId(isRenamed ? passkey._id : undefined)}
                />
              ))}
            </ul>
          ) : (
            !obstacle && <p className="text-muted">You have no passkeys yet.</p>
          )}
          {obstacle ? <p className="text-muted">{obstacle}</p> : <AddButton onAdded={setRenamedId} />}
        </>
      ) : (
        <SectionLoading query={passkeys} failure="Your passkeys could not be loaded." className="h-16" />
      )}
    </SettingsSection>
  )
}

function AddButton({ onAdded }: { onAdded: (id: string) => void }) {
  const { run, dialog } = useConfirmed()
  const addPasskey = useAddPasskey()
  const [isBusy, setIsBusy] = useState(false)
  /** Returns undefined if the person cancels the confirmation. */
  const confirmed = async <Data,>(action: () => Promise<Data>): Promise<Data | undefined> => {
    const results: Data[] = []
    await run(async () => results.push(await action()))
    return results[0]
  }
  const add = async () => {
    const begun = await confirmed(beginAdding)
    if (!begun) return
    const { options, suggestedName } = begun
    const response = await createPasskey(options)
    const added = await confirmed(() => addPasskey.mutateAsync({ response, name: suggestedName }))
    if (!added) return
    onAdded(added._id)
    toastSuccess(api.passkeys.add.message)
  }
  const press = async () => {
    setIsBusy(true)
    try {
      await add()
    } catch (error) {
      if (!isDeclined(error) && !isStopped(error)) toastError(messageOf(error, browserProblem(error)))
    }
    setIsBusy(false)
  }
  return (
    <>
      <Button onClick={press} isBusy={isBusy} className="justify-self-start">
        <KeyRound aria-hidden="true" />
        Add a passkey
      </Button>
      {dialog}
    </>
  )
}
