import { api, limits, otpRule } from '@vireo/contract'
import { useState } from 'react'
import { codeMessageOf, messageOf } from '../../../../lib/forms/error-message.ts'
import { useCountdown } from '../../../../lib/hooks/use-countdown.ts'
import { sendSignUpCode, verifyCode } from '../api.ts'

type OtpStatus = 'idle' | 'sending' | 'sent' | 'verifying' | 'success' | 'error'

type State = { status: OtpStatus; message?: string }

const wrongCode = 'Invalid or expired OTP.'
const normalize = (email: string) => email.trim().toLowerCase()

/** The verification of the e-mail address at sign-up: a code is sent, then entered. */
export function useEmailOtp(email: string) {
  const [{ status, message }, setState] = useState<State>({ status: 'idle' })
  const [lastSent, setLastSent] = useState({ address: '', resendAt: 0 })
  const remaining = useCountdown(lastSent.resendAt)

  /** Returns whether the code was sent. */
  const send = async () => {
    setState({ status: 'sending' })
    try {
      await sendSignUpCode(email.trim())
      setLastSent({
        address: normalize(email),
        resendAt: Date.now() + limits.otpResendSeconds * 1000,
      })
      setState({ status: 'sent', message: api.accounts.sendEmailOtp.message })
      return true
    } catch (error) {
      setState({ status: 'error', message: messageOf(error, 'Something went wrong, please try again.') })
      return false
    }
  }

  /** Returns whether the address is verified now. */
  const verify = async (code: string) => {
    const problem = otpRule(code)
    if (problem) {
      setState({ status: 'error', message: problem })
      return false
    }
    setState({ status: 'verifying' })
    try {
      await verifyCode(email.trim(), code)
      setState({ status: 'success', message: api.accounts.verifyEmailOtp.message })
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
    /** Seconds until another code can be sent to this address; a corrected address does not have to wait. */
    resendIn: lastSent.address === normalize(email) ? remaining : 0,
    send,
    verify,
    /** The address was changed, or its verification expired: start over. */
    reset: () => setState({ status: 'idle' }),
    /** The code is being corrected, so the error about it no longer applies. */
    clearError: () => setState((state) => (state.status === 'error' ? { status: 'sent' } : state)),
  }
}

export type EmailOtp = ReturnType<typeof useEmailOtp>
