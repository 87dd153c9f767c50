import { SignUpForm } from './sign-up-form.tsx'
import { SignUpGate } from './sign-up-gate.tsx'

type SignUpProps = { isShown: boolean }

/** The form, and on some sites who can use it, which is asked when it is shown. */
export function SignUp({ isShown }: SignUpProps) {
  return (
    <>
      {isShown && <SignUpGate />}
      <div className="peer-data-closed:hidden">
        <SignUpForm />
      </div>
    </>
  )
}
