import { api, limits, otpRule } from '@vireo/contract'
import { useState } from 'react'
import { sendSignUpCode, verifyCode } from './auth-api.ts'
import { codeMessageOf, messageOf } from './error-message.ts'
import { useCountdown } from './use-countdown.ts'

export type OtpStatus = 'idle' | 'sending' | 'sent' | 'verifying' | 'success' | 'error'

type State = { status: OtpStatus; message?: string }

const wrongCode = 'Invalid or expired OTP.'
const sameAddress = (email: string) => email.trim().toLowerCase()

/** The verification of the e-mail address at sign-up: a code is sent, then entered. */
export function useEmailOtp(email: string) {
  const [{ status, message }, setState] = useState<State>({ status: 'idle' })
  const [lastSent, setLastSent] = useState({ address: '', resendAt: 0 })
  const remaining = useCountdown(lastSent.resendAt)

  /** Answers whether the code is on its way. */
  const send = async () => {
    setState({ status: 'sending' })
    try {
      await sendSignUpCode(email.trim())
      setLastSent({
        address: sameAddress(email),
        resendAt: Date.now() + limits.otpResendSeconds * 1000,
      })
      setState({ status: 'sent', message: api.user.sendEmailOtp.message })
      return true
    } catch (error) {
      setState({ status: 'error', message: messageOf(error, 'Something went wrong, please try again.') })
      return false
    }
  }

  /** Answers whether the address is proven now. */
  const verify = async (code: string) => {
    const problem = otpRule(code)
    if (problem) {
      setState({ status: 'error', message: problem })
      return false
    }
    setState({ status: 'verifying' })
    try {
      await verifyCode(email.trim(), code)
      setState({ status: 'success', message: api.user.verifyEmailOtp.message })
      return true
    } catch (error) {
      setState({ status: 'error', message: codeMessageOf(error, wrongCode) })
      return false
    }
  }

  return {
    status,
    message,
    isVerified: status === 'success',
    isBusy: status === 'sending' || status === 'verifying',
    /** Seconds until this address may be sent another code; a corrected address need not wait. */
    resendIn: lastSent.address === sameAddress(email) ? remaining : 0,
    send,
    verify,
    /** The address was changed, or its proof ran out: begin again. */
    reset: () => setState({ status: 'idle' }),
    /** The code is being corrected, so what was said of it no longer holds. */
    forgetError: () => setState((state) => (state.status === 'error' ? { status: 'sent' } : state)),
  }
}

export type EmailOtp = ReturnType<typeof useEmailOtp>
