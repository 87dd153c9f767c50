import { MonitorSmartphone } from 'lucide-react'
import { useRef } from 'react'
import { focusNeighbour } from '../../lib/dom/focus-neighbour.ts'
import { messageOf } from '../../lib/forms/error-message.ts'
import { Button } from '../buttons/button.tsx'
import { toastError, toastSuccess } from '../feedback/toasts/toast.ts'

type DeviceRowProps = {
  device: string
  detail: string
  /** The button at the row's end; none by default. */
  action?: {
    label: string
    /** Distinguishes the buttons of identical devices. */
    accessibleName: string
    run: () => Promise<unknown>
    isBusy: boolean
    doneMessage: string
    failure: string
  }
}

/** A device in a list of the settings. Its action removes it from the list. */
export function DeviceRow({ device, detail, action }: DeviceRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
      <MonitorSmartphone aria-hidden="true" className="size-5 shrink-0 text-muted" />
      <div className="min-w-40 grow basis-0">
        <p className="font-medium wrap-anywhere">{device}</p>
        <p className="text-muted">{detail}</p>
      </div>
      {action && <ActionButton {...action} />}
    </li>
  )
}

function ActionButton(action: NonNullable<DeviceRowProps['action']>) {
  const button = useRef<HTMLButtonElement>(null)
  const press = async () => {
    try {
      await action.run()
      focusNeighbour(button.current)
      toastSuccess(action.doneMessage)
    } catch (error) {
      toastError(messageOf(error, action.failure))
    }
  }
  return (
    <Button onClick={press} isBusy={action.isBusy} ref={button} aria-label={action.accessibleName}>
      {action.label}
    </Button>
  )
}
