import {
  api,
  emailRule,
  fullnameRule,
  nameHints,
  passwordHints,
  signUpPasswordRule,
  usernameRule,
} from '@vireo/contract'
import { type KeyboardEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { hasCode } from '../../../../lib/api-client.ts'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors, validateWith } from '../../../../lib/forms/form-rules.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../../ui/forms/fields/field.tsx'
import { Input } from '../../../../ui/forms/fields/input.tsx'
import { PasswordInput } from '../../../../ui/forms/fields/password-input.tsx'
import { useRegister } from '../api.ts'
import { FormFooter } from '../form-footer.tsx'
import { EmailOtpFields } from './email-otp-fields.tsx'
import { useEmailOtp } from './use-email-otp.ts'

type Values = { fullname: string; username: string; email: string; password: string }

/** The route redirects as soon as somebody is signed in. */
export function SignUpForm() {
  const { form, otp, failure, setFailure, sendCode, submit, explainEnter } = useSignUpForm()
  const { register, setFocus, clearErrors, formState } = form
  const { errors, isSubmitting } = formState
  const startOver = () => {
    otp.reset()
    // Sending may have shown an error for the address, which is now being corrected.
    clearErrors('email')
  }
  const focusPassword = () => {
    setFailure(undefined)
    setFocus('password')
  }

  return (
    <form onSubmit={submit} onKeyDown={explainEnter} noValidate className="grid gap-5" aria-label="Sign up">
      <Field label="Full name" hint={nameHints.fullname} error={errors.fullname?.message}>
        <Input {...register('fullname', validateWith(fullnameRule))} autoComplete="name" />
      </Field>
      <Field label="Username" hint={nameHints.username} error={errors.username?.message}>
        <Input
          {...register('username', validateWith(usernameRule))}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <EmailOtpFields
        otp={otp}
        emailInput={register('email', { ...validateWith(emailRule), onChange: startOver })}
        emailError={errors.email?.message}
        onSend={sendCode}
        onVerified={focusPassword}
      />
      <Field
        label="Password"
        hint={errors.password ? undefined : passwordHints.signUp}
        error={errors.password?.message}
      >
        <PasswordInput
          {...register('password', validateWith(signUpPasswordRule))}
          autoComplete="new-password"
        />
      </Field>
      <FormFooter failure={failure} isBusy={isSubmitting} isDisabled={!otp.isVerified}>
        Create account
      </FormFooter>
    </form>
  )
}

function useSignUpForm() {
  const signUp = useRegister()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({
    ...formTiming,
    defaultValues: { fullname: '', username: '', email: '', password: '' },
  })
  const otp = useEmailOtp(useWatch({ control: form.control, name: 'email' }))

  const sendCode = async () => {
    setFailure(undefined)
    return (await form.trigger('email', { shouldFocus: true })) && otp.send()
  }
  const submit = form.handleSubmit(async ({ fullname, username, email, password }) => {
    setFailure(undefined)
    try {
      await signUp.mutateAsync({
        fullname: fullname.trim(),
        username: username.trim(),
        email: email.trim(),
        password,
      })
      toastSuccess(api.signIn.register.message)
    } catch (error) {
      // An address stays verified for ten minutes; then a new code is needed.
      if (hasCode(error, 'auth.not-verified')) otp.reset()
      const fields = ['fullname', 'username', 'email', 'password'] as const
      if (!showFieldErrors<Values>(error, fields, form.setError))
        setFailure(messageOf(error, 'Signup failed. Please try again.'))
    }
  })
  // Browsers ignore Enter while the form's button is disabled, so the reason is shown here.
  const explainEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const isInField = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || !isInField || event.defaultPrevented || otp.isVerified) return
    event.preventDefault()
    setFailure('Please verify your email with OTP before signing up.')
  }
  return { form, otp, failure, setFailure, sendCode, submit, explainEnter }
}
