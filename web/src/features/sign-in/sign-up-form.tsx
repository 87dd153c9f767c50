import { api, emailRule, fullnameRule, signUpPasswordRule, usernameRule } from '@vireo/contract'
import { type KeyboardEvent, useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { hasCode } from '../../lib/api-client.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { PasswordInput } from '../../ui/password-input.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useRegister } from '../account/auth-api.ts'
import { EmailOtpFields } from '../account/email-otp-fields.tsx'
import { messageOf } from '../account/error-message.ts'
import { FormAlert } from '../account/form-alert.tsx'
import { by, formTiming, showFieldErrors } from '../account/form-rules.ts'
import { useEmailOtp } from '../account/use-email-otp.ts'

type Values = { fullname: string; username: string; email: string; password: string }

const verifyFirst = 'Please verify your email with OTP before signing up.'

/** The page around it leaves as soon as somebody is signed in. */
export function SignUpForm() {
  const signUp = useRegister()
  const [failure, setFailure] = useState<string>()
  const { register, handleSubmit, setError, setFocus, trigger, clearErrors, control, formState } =
    useForm<Values>({
      ...formTiming,
      defaultValues: { fullname: '', username: '', email: '', password: '' },
    })
  const { errors, isSubmitting } = formState
  const otp = useEmailOtp(useWatch({ control, name: 'email' }))

  const sendCode = async () => {
    setFailure(undefined)
    return (await trigger('email', { shouldFocus: true })) && otp.send()
  }

  const startOver = () => {
    otp.reset()
    // Sending may have complained about an address that was not left yet; it is being corrected now.
    clearErrors('email')
  }

  const submit = handleSubmit(async (values) => {
    setFailure(undefined)
    try {
      await signUp.mutateAsync({
        ...values,
        fullname: values.fullname.trim(),
        username: values.username.trim(),
        email: values.email.trim(),
      })
      toastSuccess(api.user.register.message)
    } catch (error) {
      const message = messageOf(error, 'Signup failed. Please try again.')
      // The proof of the address lasts ten minutes; after that a new code is needed.
      if (hasCode(error, 'auth.not-verified')) otp.reset()
      const fields = ['fullname', 'username', 'email', 'password'] as const
      if (!showFieldErrors<Values>(error, fields, setError)) setFailure(message)
      toastError(message)
    }
  })

  // A browser does not submit by Enter while the form's button is disabled, so the reason is given here.
  const explainEnter = (event: KeyboardEvent<HTMLFormElement>) => {
    const isInField = event.target instanceof HTMLInputElement
    if (event.key !== 'Enter' || !isInField || event.defaultPrevented || otp.isVerified) return
    event.preventDefault()
    setFailure(verifyFirst)
  }

  return (
    <form onSubmit={submit} onKeyDown={explainEnter} noValidate className="grid gap-5" aria-label="Sign up">
      <Field label="Full name" error={errors.fullname?.message}>
        <Input {...register('fullname', by(fullnameRule))} autoComplete="name" />
      </Field>
      <Field label="Username" error={errors.username?.message}>
        <Input
          {...register('username', by(usernameRule))}
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <EmailOtpFields
        otp={otp}
        emailInput={register('email', { ...by(emailRule), onChange: startOver })}
        emailError={errors.email?.message}
        onSend={sendCode}
        onVerified={() => {
          setFailure(undefined)
          setFocus('password')
        }}
      />
      <Field
        label="Password"
        hint={errors.password ? undefined : 'At least 8 characters, with upper and lower case and a number.'}
        error={errors.password?.message}
      >
        <PasswordInput {...register('password', by(signUpPasswordRule))} autoComplete="new-password" />
      </Field>
      <FormAlert message={failure} />
      <Button
        type="submit"
        variant="primary"
        size="lg"
        isBusy={isSubmitting}
        disabled={!otp.isVerified}
        className="w-full"
      >
        Create account
      </Button>
    </form>
  )
}
