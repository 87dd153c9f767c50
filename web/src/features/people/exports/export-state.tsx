import type { DataExport } from '@vireo/contract'
import { CircleAlert, Download, FileArchive } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { startDownload } from '../../../lib/dom/start-download.ts'
import { messageOf } from '../../../lib/forms/error-message.ts'
import { formatBytes, formatDate } from '../../../lib/text/format.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Spinner } from '../../../ui/feedback/spinner.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../ui/overlays/confirm.tsx'
import { useConfirmed } from '../security/use-confirmed.tsx'
import { useFetchExport, useRemoveExport, useRequestExport } from './api.ts'
import { RequestForm } from './request-form.tsx'

/** The state of the export, or the form to request one. Changes are announced to screen readers. */
export function ExportState({ latest }: { latest: DataExport | null }) {
  const place = useRef<HTMLDivElement>(null)
  const status = latest?.status
  const shown = useRef(status)
  useEffect(() => {
    // The pressed button is removed with the old state, so the focus moves here.
    if (shown.current !== status && isFocusLost()) place.current?.focus({ preventScroll: true })
    shown.current = status
  }, [status])
  return (
    <div ref={place} tabIndex={-1} className="outline-none">
      <div role="status" className="empty:hidden">
        {latest?.status === 'pending' && <Pending latest={latest} />}
        {latest?.status === 'ready' && <Ready latest={latest} />}
        {latest?.status === 'failed' && <Failed latest={latest} />}
      </div>
      {!latest && <RequestForm />}
    </div>
  )
}

function isFocusLost(): boolean {
  const focused = document.activeElement
  return focused === document.body || !!focused?.closest('[role$="dialog"][data-state="closed"]')
}

type LineProps = { icon: ReactNode; title: string; text: string; actions: ReactNode }

function Line({ icon, title, text, actions }: LineProps) {
  return (
    <div className="grid gap-4">
      <div className="flex gap-3">
        <span aria-hidden="true" className="shrink-0 [&_svg]:size-5 [&_svg]:stroke-[1.75]">
          {icon}
        </span>
        <div className="grid min-w-0 gap-0.5">
          <p className="font-medium">{title}</p>
          <p className="text-pretty text-muted tabular-nums">{text}</p>
        </div>
      </div>
      <div className="flex flex-wrap gap-2">{actions}</div>
    </div>
  )
}

const partsOf = ({ withFiles }: DataExport) => (withFiles ? 'With files' : 'Without files')

function Pending({ latest }: { latest: DataExport }) {
  return (
    <Line
      icon={<Spinner />}
      title="Your data is being prepared"
      text={`${partsOf(latest)}. ${latest.withFiles ? 'Videos that are waiting to be processed may come first. ' : ''}You can leave this page: we send you an e-mail when it is ready.`}
      actions={<RemoveButton label="Cancel" variant="secondary" />}
    />
  )
}

function Ready({ latest }: { latest: DataExport }) {
  const confirm = useConfirm()
  const until = formatDate(latest.expiresAt ?? '')
  const confirmRemoval = () =>
    confirm({
      title: 'Delete this download?',
      text: 'You can request your data again.',
      confirmLabel: 'Delete',
      isDanger: true,
    })
  return (
    <Line
      icon={<FileArchive />}
      title="Your data is ready"
      text={`ZIP, ${formatBytes(latest.size ?? 0)}. ${partsOf(latest)}. Available until ${until}.`}
      actions={
        <>
          <DownloadButton />
          <RemoveButton label="Delete" confirmFirst={confirmRemoval} />
        </>
      }
    />
  )
}

function DownloadButton() {
  const fetchExport = useFetchExport()
  const { ask, dialog } = useConfirmed()
  const [isBusy, setIsBusy] = useState(false)
  const download = async () => {
    let current = await fetchExport()
    if (current?.status === 'ready' && !current.url) {
      if (!(await ask())) return
      current = await fetchExport()
    }
    // What replaced it is shown now: the form for a new one, or the one that was requested elsewhere.
    if (current?.url) startDownload(current.url)
    else toastError('This download no longer exists.')
  }
  const click = () => {
    setIsBusy(true)
    download()
      .catch((error: unknown) =>
        toastError(messageOf(error, 'It could not be downloaded. Please try again.')),
      )
      .finally(() => setIsBusy(false))
  }
  return (
    <>
      <Button variant="primary" onClick={click} isBusy={isBusy}>
        <Download aria-hidden="true" />
        Download
      </Button>
      {dialog}
    </>
  )
}

function Failed({ latest }: { latest: DataExport }) {
  const request = useRequestExport()
  const { run, dialog } = useConfirmed()
  const retry = () =>
    run(() => request.mutateAsync(latest.withFiles)).catch((error: unknown) =>
      toastError(messageOf(error, 'Your data could not be requested.')),
    )
  return (
    <>
      <Line
        icon={<CircleAlert className="text-danger" />}
        title="Your data could not be prepared"
        text={latest.failure ?? ''}
        actions={
          <>
            <Button onClick={() => void retry()} isBusy={request.isPending}>
              Retry
            </Button>
            <RemoveButton label="Dismiss" />
          </>
        }
      />
      {dialog}
    </>
  )
}

type RemoveButtonProps = {
  label: string
  variant?: 'ghost' | 'secondary'
  confirmFirst?: () => Promise<boolean>
}

function RemoveButton({ label, variant = 'ghost', confirmFirst }: RemoveButtonProps) {
  const remove = useRemoveExport()
  const click = async () => {
    if (confirmFirst && !(await confirmFirst())) return
    remove.mutate(undefined, {
      onError: (error) => toastError(messageOf(error, 'It could not be deleted. Please try again.')),
    })
  }
  return (
    <Button variant={variant} onClick={() => void click()} isBusy={remove.isPending}>
      {label}
    </Button>
  )
}
