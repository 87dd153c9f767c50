import { useQuery } from '@tanstack/react-query'
import { api, type Session } from '@vireo/contract'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { formatDateTime, formatRelativeTime } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { DeviceRow } from '../../../ui/lists/device-row.tsx'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { sessionsQuery, useEndOtherSessions, useEndSession } from './api.ts'

const failed = 'Could not sign out there. Please try again.'

/** In the settings: the devices on which the person is signed in. */
export function SessionsSection() {
  const sessions = useQuery(sessionsQuery)
  return (
    <SettingsSection
      title="Where you are signed in"
      text="Sign out on devices that you no longer use or do not know."
    >
      {sessions.data ? (
        <SessionList sessions={sessions.data.docs} />
      ) : (
        <SectionLoading query={sessions} failure="Your sessions could not be loaded." className="h-16" />
      )}
    </SettingsSection>
  )
}

function SessionList({ sessions }: { sessions: Session[] }) {
  const confirm = useConfirm()
  const endOthers = useEndOtherSessions()
  const endAll = async () => {
    const isSure = await confirm({
      title: 'Sign out everywhere else?',
      text: 'You stay signed in here.',
      confirmLabel: 'Sign out',
    })
    if (!isSure) return
    try {
      await endOthers.mutateAsync(undefined)
      toastSuccess(api.sessions.endOthers.message)
    } catch (error) {
      toastError(messageOf(error, failed))
    }
  }
  return (
    <>
      <ul className="grid gap-1">
        {sessions.map((session) => (
          <SessionRow key={session._id} session={session} />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button onClick={endAll} isBusy={endOthers.isPending} className="justify-self-start">
          Sign out everywhere else
        </Button>
      )}
    </>
  )
}

function SessionRow({ session }: { session: Session }) {
  const endSession = useEndSession()
  const { device, isCurrent, lastSeenAt, createdAt } = session
  // To the minute, as the sessions of two identical devices differ in nothing else.
  const signedIn = formatDateTime(createdAt)
  const lastSeen = isCurrent ? 'This device' : `Active ${formatRelativeTime(lastSeenAt)}`
  const action = {
    label: 'Sign out',
    accessibleName: `Sign out on ${device}, signed in ${signedIn}`,
    run: () => endSession.mutateAsync(session._id),
    isBusy: endSession.isPending,
    doneMessage: api.sessions.end.message,
    failure: failed,
  }
  return (
    <DeviceRow
      device={device}
      detail={`${lastSeen}, signed in ${signedIn}`}
      {...(!isCurrent && { action })}
    />
  )
}
