import type { PasskeyRequestOptions } from '@vireo/contract'
import { useEffect, useEffectEvent, useRef } from 'react'
import { hasCode } from '../../lib/api-client.ts'
import { beginSignIn, type PasskeyAnswer } from '../passkeys/api.ts'
import { offerPasskeys, offersPasskeys, stopAsking } from '../passkeys/webauthn.ts'

type Offer = { isOver: boolean; options?: Promise<PasskeyRequestOptions> }

type OfferHandlers = {
  onChosen: (answer: PasskeyAnswer) => void
  /** The site has no passkeys. */
  onUnavailable: () => void
}

/**
 * Lets the browser list passkeys beside the field for the name, where it can. Nobody has asked for it, so whatever
 * fails before one is chosen is not told.
 */
export function usePasskeyOffer(handlers: OfferHandlers) {
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

  /** Two challenges on their way could overtake each other, and the browser keeps the one that comes last. */
  const stopOffering = async () => {
    const { current: offer } = current
    if (!offer) return
    offer.isOver = true
    await offer.options?.catch(() => undefined)
    stopAsking()
  }
  return { stopOffering }
}
