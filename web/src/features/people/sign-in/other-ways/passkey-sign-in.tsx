import { useQueryClient } from '@tanstack/react-query'
import { api, type PasskeyRequestOptions } from '@vireo/contract'
import { KeyRound } from 'lucide-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { hasCode } from '../../../../lib/api-client.ts'
import { limitedMessageOf } from '../../../../lib/forms/error-message.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { FormAlert } from '../../../../ui/forms/form-alert.tsx'
import { beginSession } from '../../accounts/api.ts'
import { beginSignIn, finishSignIn, type PasskeyAnswer } from '../../passkeys/api.ts'
import {
  askForPasskey,
  browserProblem,
  isDeclined,
  isStopped,
  offerPasskeys,
  offersPasskeys,
  stopAsking,
} from '../../passkeys/webauthn.ts'
import { type StepName, stepOf } from '../step-name.ts'

const declined = 'No passkey was used. You can try again, or sign in with your password.'

type PasskeySignInProps = { onStep: (step: StepName) => void; onUnavailable: () => void }

/** A button, and the passkeys that the browser suggests in the username field. */
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
    toastSuccess(api.passkeys.signIn.message)
  }
  const { cancelOffer } = usePasskeyOffer({
    onChosen: (answer) => {
      finish(answer).catch((error: unknown) => {
        // The challenge has expired, or another page has requested a newer one.
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
      await cancelOffer()
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

type Offer = { isOver: boolean; options?: Promise<PasskeyRequestOptions> }

type OfferHandlers = {
  onChosen: (answer: PasskeyAnswer) => void
  /** Called if the site has no passkeys. */
  onUnavailable: () => void
}

/**
 * Lets the browser suggest passkeys in the username field, if supported. Nobody requested this, so a failure before one
 * is chosen is not shown.
 */
function usePasskeyOffer(handlers: OfferHandlers) {
  const current = useRef<Offer>(undefined)
  const onChosen = useEffectEvent(handlers.onChosen)
  const onUnavailable = useEffectEvent(handlers.onUnavailable)

  useEffect(() => {
    const offer: Offer = { isOver: false }
    current.current = offer
    const run = async () => {
      if (!(await offersPasskeys()) || offer.isOver) return
      offer.options = beginSignIn()
      const options = await offer.options
      if (offer.isOver) return
      const response = await offerPasskeys(options)
      onChosen({ options, response })
    }
    run().catch((error: unknown) => {
      if (hasCode(error, 'passkey.needs-name')) onUnavailable()
    })
    return () => {
      offer.isOver = true
      stopAsking()
    }
  }, [])

  /** Waits for a pending challenge: two at once could arrive in either order, and the browser uses the last. */
  const cancelOffer = async () => {
    const { current: offer } = current
    if (!offer) return
    offer.isOver = true
    await offer.options?.catch(() => undefined)
    stopAsking()
  }
  return { cancelOffer }
}
