import { useQueryClient } from '@tanstack/react-query'
import { CircleAlert, CircleCheck, Pause, Play, RotateCw, Upload, X } from 'lucide-react'
import { type MouseEvent, type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../../lib/cn.ts'
import { focusNeighbour } from '../../../../lib/dom/focus-neighbour.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { paths } from '../../../../navigation/links/paths.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { buttonClass } from '../../../../ui/buttons/button-class.ts'
import { IconButton } from '../../../../ui/buttons/icon-button.tsx'
import { toastError } from '../../../../ui/feedback/toasts/toast.ts'
import { FilePicker } from '../../../../ui/forms/files/file-picker.tsx'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { isComplete, isSameFile, isValid, nameOf, stepAfterChoice } from '../draft.ts'
import { chooseVideo, findEntry } from '../entries/entries.ts'
import type { Entry } from '../entries/entry.ts'
import { publish } from '../entries/publishing.ts'
import { beginSending, removeEntry } from '../entries/sending.ts'
import { useOffset } from '../entries/use-offset.ts'
import { videoAccept } from '../file-problem.ts'
import { formatTimeLeft, percentOf } from '../transfer/format-transfer.ts'
import type { Transfer } from '../transfer/transfer.ts'
import { phaseTitles, stoppedPhases } from '../transfer/transfer-panel.tsx'
import type { TransferState } from '../transfer/transfer-state.ts'

/** One upload in a list of them: its state, and what can be done with it. */
export function UploadItem({ entry }: { entry: Entry }) {
  const item = useRef<HTMLDivElement>(null)
  // A published one disappears without a click.
  useLayoutEffect(() => {
    const element = item.current
    const hasFocus = () => element?.contains(document.activeElement)
    return () => {
      if (!hasFocus()) return
      focusNeighbour(element)
      if (hasFocus()) document.querySelector('main')?.focus({ preventScroll: true })
    }
  }, [])
  return (
    <div ref={item} data-upload="" tabIndex={-1} className="focus-visible:-outline-offset-2">
      {entry.transfer ? (
        <Transferring entry={entry} transfer={entry.transfer} />
      ) : (
        <Interrupted entry={entry} />
      )}
    </div>
  )
}

/** The button that was used disappears. */
const focusItem = (button: Element | null) =>
  button?.closest<HTMLElement>('[data-upload]')?.focus({ preventScroll: true })

const labelOf = ({ draft }: Entry) => nameOf(draft) ?? 'Video'

function Transferring({ entry, transfer }: { entry: Entry; transfer: Transfer }) {
  const state = useStore(transfer.progress)
  const queryClient = useQueryClient()
  const { phase, sent, total, bytesPerSecond } = state
  const canStop = phase !== 'sent' && phase !== 'publishing'
  const isPaused = phase === 'paused'
  const name = labelOf(entry)
  const canPublish = phase === 'sent' && !entry.isSubmitted && isValid(entry.draft)
  const publishNow = ({ currentTarget }: MouseEvent) => {
    focusItem(currentTarget)
    void publish(entry.id, queryClient)
  }
  return (
    <Row
      entry={entry}
      icon={canStop ? undefined : <CircleCheck aria-hidden="true" className="text-accent" />}
      percent={percentOf(sent, total)}
      isStopped={stoppedPhases.has(phase)}
      status={statusOf(state, entry)}
      timeLeft={bytesPerSecond ? formatTimeLeft((total - sent) / bytesPerSecond) : undefined}
      buttons={
        phase !== 'publishing' && (
          <>
            {canStop && (
              // One button for both states, so that it keeps the focus.
              <IconButton
                label={`${isPaused ? 'Resume' : 'Pause'} “${name}”`}
                tooltip={isPaused ? 'Resume' : 'Pause'}
                onClick={isPaused ? transfer.resume : transfer.pause}
              >
                {isPaused ? <Play /> : <Pause />}
              </IconButton>
            )}
            <CancelButton entry={entry} />
          </>
        )
      }
    >
      {canPublish && (
        <Button size="sm" variant="primary" onClick={publishNow}>
          Publish
        </Button>
      )}
      {phase !== 'publishing' && <EditLink entry={entry} />}
    </Row>
  )
}

function statusOf({ phase }: TransferState, { isSubmitted, draft }: Entry) {
  if (phase !== 'sent' || isSubmitted) return phaseTitles[phase]
  if (isValid(draft)) return 'Uploaded. Publish it when you like.'
  return isComplete(draft)
    ? 'Uploaded. Its details have to be corrected.'
    : 'Uploaded. Its details are missing.'
}

/** Stopped by a failure, by its person, or by a reload, after which the browser no longer has the file. */
function Interrupted({ entry }: { entry: Entry }) {
  const queryClient = useQueryClient()
  const offset = useOffset(entry)
  const { id, draft, problem, isSubmitted } = entry
  const { remembered, video } = draft
  if (!remembered) return null
  const size = remembered.file.size
  const percent = typeof offset === 'number' ? percentOf(offset, size) : 0
  const goOn = ({ currentTarget }: MouseEvent) => {
    focusItem(currentTarget)
    if (problem && isComplete(draft)) void publish(id, queryClient)
    else beginSending(id)
  }
  const choose = ([file]: File[]) => {
    if (!file) return
    if (!isSameFile(file, remembered.file)) return toastError(`This is not “${remembered.file.name}”.`)
    focusItem(document.activeElement)
    chooseVideo(id, file)
    const latest = findEntry(id)?.draft
    if (latest && stepAfterChoice(latest) === 'publish') void publish(id, queryClient)
    else beginSending(id)
  }
  const status = isSubmitted
    ? 'Publishing…'
    : (problem ?? (video ? 'Stopped' : `Choose “${remembered.file.name}” again to continue`))
  return (
    <Row
      entry={entry}
      icon={problem ? <CircleAlert aria-hidden="true" className="text-danger" /> : undefined}
      percent={percent}
      isStopped
      status={status}
      buttons={!isSubmitted && <CancelButton entry={entry} />}
    >
      {!isSubmitted && video && (
        <Button size="sm" onClick={goOn}>
          {problem ? <RotateCw aria-hidden="true" /> : <Play aria-hidden="true" />}
          {problem ? 'Retry' : 'Resume'}
        </Button>
      )}
      {!isSubmitted && !video && (
        <FilePicker
          label={`Choose “${remembered.file.name}”`}
          accept={videoAccept}
          onFiles={choose}
          className="rounded-control"
        >
          <span aria-hidden="true" className={buttonClass('secondary', 'sm')}>
            <Upload />
            Choose file
          </span>
        </FilePicker>
      )}
      {!isSubmitted && <EditLink entry={entry} />}
    </Row>
  )
}

type RowProps = {
  entry: Entry
  icon: ReactNode
  percent: number
  isStopped: boolean
  status: string
  /** Changes too often to be announced. */
  timeLeft?: string | undefined
  /** Beside the title. */
  buttons: ReactNode
  /** Below it. */
  children: ReactNode
}

function Row({ entry, icon, percent, isStopped, status, timeLeft, buttons, children }: RowProps) {
  const name = labelOf(entry)
  return (
    <article aria-label={name} className="relative">
      <div className="flex items-start gap-1 py-2 pr-1 pl-4">
        <div className="grid min-h-11 min-w-0 grow grid-cols-1 content-center gap-0.5">
          <p className="truncate font-medium" title={name}>
            {name}
          </p>
          <p className="flex items-center gap-1 text-xs wrap-anywhere text-muted tabular-nums [&_svg]:size-4 [&_svg]:shrink-0">
            {icon}
            <span role="status">{status}</span>
            {timeLeft && <span>· {timeLeft}</span>}
          </p>
          <div className="flex flex-wrap gap-2 py-1 empty:hidden">{children}</div>
        </div>
        <p className="flex h-11 shrink-0 items-center px-1 whitespace-nowrap text-muted tabular-nums">
          {percent} %
        </p>
        {buttons}
      </div>
      <div
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuenow={percent}
        className="absolute inset-x-0 -bottom-px h-0.5 bg-surface-2"
      >
        <div
          style={{ width: `${percent}%` }}
          className={cn(
            'h-full transition-[width] duration-200 ease-linear',
            isStopped ? 'bg-warn' : 'bg-accent',
          )}
        />
      </div>
    </article>
  )
}

function EditLink({ entry }: { entry: Entry }) {
  return (
    <Link
      to={paths.uploadVideo(entry.id)}
      aria-label={`Edit details of “${labelOf(entry)}”`}
      className={buttonClass('ghost', 'sm', 'first:-ml-3')}
    >
      Edit details
    </Link>
  )
}

function CancelButton({ entry }: { entry: Entry }) {
  const { id, transfer } = entry
  const confirm = useConfirm()
  const button = useRef<HTMLButtonElement>(null)
  const cancel = async () => {
    const wasRunning = transfer !== null && transfer.progress.get().phase !== 'paused'
    // Otherwise it could be complete and published before the person answers.
    transfer?.pause()
    const isSure = await confirm({
      title: 'Cancel the upload?',
      text: `What was sent of “${labelOf(entry)}” is deleted, with its details.`,
      confirmLabel: 'Cancel upload',
      cancelLabel: 'Keep it',
      isDanger: true,
    })
    if (!isSure) return wasRunning && transfer.resume()
    focusNeighbour(button.current)
    removeEntry(id)
  }
  return (
    <IconButton ref={button} label={`Cancel “${labelOf(entry)}”`} tooltip="Cancel" onClick={cancel}>
      <X />
    </IconButton>
  )
}
