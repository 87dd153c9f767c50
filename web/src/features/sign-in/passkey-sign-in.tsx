import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { hasCode } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { toastSuccess } from '../../ui/toast.ts'
import { beginSession } from '../account/api.ts'
import { limitedMessageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { beginSignIn, finishSignIn, type PasskeyAnswer } from '../passkeys/api.ts'
import { askForPasskey, browserProblem, isDeclined, isStopped } from '../passkeys/webauthn.ts'
import { type StepName, stepOf } from './step-name.ts'
import { usePasskeyOffer } from './use-passkey-offer.ts'

const declined = 'No passkey was used. You can try again, or sign in with your password.'

type PasskeySignInProps = { onStep: (step: StepName) => void; onUnavailable: () => void }

/** A button, and the passkeys that the browser lists beside the field for the name. The page leaves after a sign-in. */
export function PasskeySignIn({ onStep, onUnavailable }: PasskeySignInProps) {
  const queryClient = useQueryClient()
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [note, setNote] = useState<string>()

  const fail = (error: unknown) => {
    if (isStopped(error)) return
    const step = stepOf(error)
    if (step) onStep(step)
    else if (isDeclined(error)) setNote(declined)
    else setFailure(limitedMessageOf(error, browserProblem(error)))
  }
  const finish = async (answer: PasskeyAnswer) => {
    await beginSession(queryClient, await finishSignIn(answer))
    toastSuccess(api.passkey.signIn.message)
  }
  const { stopOffering } = usePasskeyOffer({
    onChosen: (answer) => {
      finish(answer).catch((error: unknown) => {
        // The page was open for longer than a challenge lasts, or another page has got a newer one.
        if (hasCode(error, 'auth.flow-expired', 'passkey.invalid')) void ask()
        else fail(error)
      })
    },
    onUnavailable,
  })
  const ask = async () => {
    setFailure(undefined)
    setNote(undefined)
    setIsBusy(true)
    try {
      await stopOffering()
      const options = await beginSignIn()
      await finish({ options, response: await askForPasskey(options) })
    } catch (error) {
      fail(error)
    }
    setIsBusy(false)
  }

  return (
    <div className="grid gap-3">
      <Button size="lg" isBusy={isBusy} onClick={ask} className="w-full">
        <KeyRound aria-hidden="true" />
        Sign in with a passkey
      </Button>
      <FormAlert message={failure} />
      <p role="status" className="text-center text-sm text-pretty text-muted empty:hidden">
        {note}
      </p>
    </div>
  )
}
