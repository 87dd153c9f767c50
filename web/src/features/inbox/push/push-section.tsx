import { useQuery } from '@tanstack/react-query'
import { api, type PushDevice } from '@vireo/contract'
import { useId } from 'react'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { formatDateTime } from '../../../lib/text/format.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { DeviceRow } from '../../../ui/lists/device-row.tsx'
import { blockedMessage, getPermission, pushDevicesQuery, useTurnOffPush, useTurnOnPush } from './api.ts'

const unsupported = 'This browser cannot show them. On an iPhone or iPad, add Vireo to the home screen first.'
const failed = 'Notifications could not be turned off. Please try again.'

/** In the settings: the devices that show notifications while no page of the site is open. */
export function PushSection() {
  const devices = useQuery(pushDevicesQuery)
  return (
    <SettingsSection
      id="push"
      title="Notifications on your devices"
      text="Shown while Vireo is closed, for everything that you are notified about. They end when you sign out."
    >
      {devices.data ? (
        <>
          <ThisDevice device={devices.data.docs.find(({ isCurrent }) => isCurrent)} />
          <OtherDevices devices={devices.data.docs.filter(({ isCurrent }) => !isCurrent)} />
        </>
      ) : (
        <SectionLoading query={devices} failure="Your devices could not be loaded." className="h-11" />
      )}
    </SettingsSection>
  )
}

function ThisDevice({ device }: { device: PushDevice | undefined }) {
  const turnOn = useTurnOnPush()
  const turnOff = useTurnOffPush()
  const hintId = useId()
  const permission = getPermission()
  const hint = permission === undefined ? unsupported : permission === 'denied' && blockedMessage
  const isOn = device !== undefined && permission === 'granted'
  const toggle = () => {
    if (turnOn.isPending || turnOff.isPending) return
    if (isOn) turnOff.mutate(device._id, { onError: (error) => toastError(messageOf(error, failed)) })
    else turnOn.mutate(undefined, { onError: (error) => toastError(error.message) })
  }
  return (
    <div className="grid gap-1">
      <label className="-mx-2 flex min-h-10 cursor-pointer items-center gap-3 rounded-control px-2 py-1 hover:bg-surface-2 has-disabled:cursor-default has-disabled:text-muted pointer-coarse:min-h-11">
        <input
          type="checkbox"
          checked={turnOn.isPending || (isOn && !turnOff.isPending)}
          disabled={permission === undefined}
          aria-describedby={hint ? hintId : undefined}
          onChange={toggle}
          className="size-4 shrink-0 accent-accent"
        />
        Notify me on this device
      </label>
      {hint && (
        <p id={hintId} className="text-pretty text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

function OtherDevices({ devices }: { devices: PushDevice[] }) {
  if (devices.length === 0) return null
  return (
    <div className="grid gap-1">
      <h3 className="text-sm font-medium">Other devices</h3>
      <ul className="grid gap-1">
        {devices.map((device) => (
          <OtherDevice key={device._id} device={device} />
        ))}
      </ul>
    </div>
  )
}

function OtherDevice({ device: { _id, device, createdAt } }: { device: PushDevice }) {
  const turnOff = useTurnOffPush()
  const since = formatDateTime(createdAt)
  return (
    <DeviceRow
      device={device}
      detail={`On since ${since}`}
      action={{
        label: 'Turn off',
        accessibleName: `Turn off on ${device}, on since ${since}`,
        run: () => turnOff.mutateAsync(_id),
        isBusy: turnOff.isPending,
        doneMessage: api.push.turnOff.message,
        failure: failed,
      }}
    />
  )
}
