import { useQuery } from '@tanstack/react-query'
import type { api, CurrentUser, DataOf } from '@vireo/contract'
import { useState } from 'react'
import { messageOf } from '../../../../lib/forms/error-message.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { SectionLoading, SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { lazyPart } from '../../../../ui/lazy/lazy-part.tsx'
import { useLazyDialog } from '../../../../ui/overlays/use-lazy-dialog.tsx'
import { setUpTwoStep, twoStepQuery } from '../api.ts'
import { useConfirmed } from '../use-confirmed.tsx'

const TwoStepSetUp = lazyPart(() => import('./two-step-set-up.tsx').then((m) => m.TwoStepSetUp))
const TwoStepOff = lazyPart(() => import('./two-step-off.tsx').then((m) => m.TwoStepOff))

const NewRecoveryCodes = lazyPart(() => import('./recovery-codes.tsx').then((m) => m.NewRecoveryCodes))

const failed = 'Something went wrong, please try again.'
/** This number of remaining codes, or fewer, is shown as a warning. */
const fewCodes = 3

/** In the settings: sign-in with a code from an authenticator app besides the password. */
export function TwoStepSection({ user }: { user: CurrentUser }) {
  const query = useQuery(twoStepQuery)
  const { data } = query
  const setUp = useSetUp(user)
  return (
    <SettingsSection
      title="Two-step sign-in"
      text="Asks for a code from an authenticator app when you sign in, so that a stolen password is not enough."
    >
      {data ? (
        data.isEnabled ? (
          <TwoStepOn user={user} codesLeft={data.recoveryCodesLeft} />
        ) : (
          <Button onClick={setUp.start} isBusy={setUp.isBusy} className="justify-self-start">
            Turn on two-step sign-in
          </Button>
        )
      ) : (
        <SectionLoading query={query} failure="Could not find out whether it is on." className="h-11 w-48" />
      )}
      {setUp.dialogs}
    </SettingsSection>
  )
}

/** The dialog stays mounted once two-step sign-in is on, because it then shows the recovery codes. */
function useSetUp(user: CurrentUser) {
  const confirmed = useConfirmed()
  const [isBusy, setIsBusy] = useState(false)
  const [secret, setSecret] = useState<DataOf<typeof api.twoStep.setUp>>()
  const setUp = useLazyDialog(
    TwoStepSetUp,
    (control) => secret && <TwoStepSetUp key={secret.secret} {...control} user={user} secret={secret} />,
  )
  const start = async () => {
    setIsBusy(true)
    try {
      const isDone = await confirmed.run(async () => setSecret(await setUpTwoStep()))
      if (isDone) setUp.open()
    } catch (error) {
      toastError(messageOf(error, failed))
    } finally {
      setIsBusy(false)
    }
  }
  const dialogs = (
    <>
      {confirmed.dialog}
      {setUp.dialog}
    </>
  )
  return { start, isBusy, dialogs }
}

function TwoStepOn({ user, codesLeft }: { user: CurrentUser; codesLeft: number }) {
  const newCodes = useLazyDialog(NewRecoveryCodes, (control) => (
    <NewRecoveryCodes {...control} username={user.username} />
  ))
  const off = useLazyDialog(TwoStepOff, (control) => <TwoStepOff {...control} user={user} />)
  return (
    <>
      <p className="text-pretty">
        Two-step sign-in is on.{' '}
        <span className={codesLeft <= fewCodes ? 'text-warn' : 'text-muted'}>
          {codesLeft === 1 ? '1 recovery code is left.' : `${codesLeft} recovery codes are left.`}
        </span>
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={newCodes.open}>New recovery codes</Button>
        <Button variant="danger" onClick={off.open}>
          Turn off
        </Button>
      </div>
      {newCodes.dialog}
      {off.dialog}
    </>
  )
}
