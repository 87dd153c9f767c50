import { api, identifierRule, looksLikeEmail, signInPasswordRule } from '@vireo/contract'
import { useState } from 'react'
import { useForm, useWatch } from 'react-hook-form'
import { Link } from 'react-router'
import { limitedMessageOf } from '../../../lib/forms/error-message.ts'
import { formTiming, showFieldErrors, validateWith } from '../../../lib/forms/form-rules.ts'
import { toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Field } from '../../../ui/forms/fields/field.tsx'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { PasswordInput } from '../../../ui/forms/fields/password-input.tsx'
import { useLogin } from '../accounts/api.ts'
import { FormFooter } from './form-footer.tsx'
import { type StepName, stepOf } from './step-name.ts'

type Values = { identifier: string; password: string }

type SignInFormProps = { resetPath: string; onStep: (step: StepName) => void }

/** The route redirects as soon as somebody is signed in. */
export function SignInForm({ resetPath, onStep }: SignInFormProps) {
  const { form, failure, submit } = useSignInForm(onStep)
  const { errors, isSubmitting } = form.formState
  const typedName = useWatch({ control: form.control, name: 'identifier' })

  return (
    <form onSubmit={submit} noValidate className="grid gap-5" aria-label="Sign in">
      <Field label="Username or email" error={errors.identifier?.message}>
        <Input
          {...form.register('identifier', validateWith(identifierRule))}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
        />
      </Field>
      <Field
        label="Password"
        error={errors.password?.message}
        action={
          <Link
            to={resetPath}
            // People who forgot the password have often typed the address already.
            state={{ email: looksLikeEmail(typedName) ? typedName.trim() : '' }}
            className="link -my-2 py-2 text-sm"
          >
            Forgot password?
          </Link>
        }
      >
        <PasswordInput
          {...form.register('password', validateWith(signInPasswordRule))}
          autoComplete="current-password"
        />
      </Field>
      <FormFooter failure={failure} isBusy={isSubmitting}>
        Sign in
      </FormFooter>
    </form>
  )
}

function useSignInForm(onStep: (step: StepName) => void) {
  const login = useLogin()
  const [failure, setFailure] = useState<string>()
  const form = useForm<Values>({ ...formTiming, defaultValues: { identifier: '', password: '' } })

  const submit = form.handleSubmit(async ({ identifier, password }) => {
    setFailure(undefined)
    const name = identifier.trim()
    try {
      await login.mutateAsync(looksLikeEmail(name) ? { email: name, password } : { username: name, password })
      toastSuccess(api.signIn.login.message)
    } catch (error) {
      const step = stepOf(error)
      if (step) return onStep(step)
      if (!showFieldErrors<Values>(error, ['identifier', 'password'], form.setError))
        setFailure(limitedMessageOf(error, 'Signin failed. Please try again.'))
    }
  })
  return { form, failure, submit }
}
