import { CircleCheck, HardDrive, Pause, Play, WifiOff, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { formatBytes } from '../../../../lib/text/format.ts'
import { Button } from '../../../../ui/buttons/button.tsx'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { formatTimeLeft, percentOf } from './format-transfer.ts'
import type { Transfer } from './transfer.ts'
import type { TransferPhase, TransferState } from './transfer-state.ts'

export const phaseTitles: Record<TransferPhase, string> = {
  queued: 'Waiting for your other uploads',
  sending: 'Uploading',
  paused: 'Paused',
  waiting: 'Connection lost. Trying again…',
  'no-room': 'The server has no room at the moment. Trying again…',
  'too-many': 'Too many uploads at the moment. Trying again…',
  sent: 'Uploaded',
  publishing: 'Checking the video…',
}

export const stoppedPhases = new Set<TransferPhase>(['queued', 'paused', 'waiting', 'no-room', 'too-many'])

type TransferPanelProps = { name: string; transfer: Transfer; isSubmitted: boolean }

/** Progress of the upload, with pause and cancel. */
export function TransferPanel({ name, transfer, isSubmitted }: TransferPanelProps) {
  const state = useStore(transfer.progress)
  const panel = useRef<HTMLElement>(null)
  // The submit button is disabled now; from here Tab leads to Pause.
  useEffect(() => {
    if (isSubmitted) panel.current?.focus({ preventScroll: true })
  }, [isSubmitted])
  useScrollPadding()
  const percent = percentOf(state.sent, state.total)
  return (
    <section
      ref={panel}
      tabIndex={-1}
      aria-label="Upload"
      // Sticky, so that it stays visible while the form is filled in.
      className="sticky bottom-[calc(1rem+var(--bottom-bar)+var(--mini-bottom,0px))] short:bottom-[calc(1rem+var(--bottom-bar))] z-10 grid gap-3 rounded-card border border-border bg-surface p-4 shadow-float outline-none"
    >
      <div className="flex items-baseline gap-3">
        <p className="flex min-w-0 grow items-center gap-2 font-medium">
          <PhaseIcon phase={state.phase} />
          <span className="min-w-0 wrap-anywhere">{phaseTitles[state.phase]}</span>
        </p>
        <p className="text-xl font-semibold tabular-nums">{percent} %</p>
      </div>
      <div
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-surface-2"
      >
        <div
          style={{ width: `${(state.sent / state.total) * 100}%` }}
          className={cn(
            'h-full rounded-full transition-[width] duration-200 ease-linear',
            stoppedPhases.has(state.phase) ? 'bg-warn' : 'bg-accent',
          )}
        />
      </div>
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-3">
        {/* On phones always a line of its own, so that the panel keeps its height while the text changes. */}
        <p className="min-h-5 basis-full text-xs text-muted tabular-nums sm:basis-auto">{factsOf(state)}</p>
        {state.phase !== 'sent' && state.phase !== 'publishing' && (
          <TransferControls phase={state.phase} transfer={transfer} />
        )}
      </div>
      <TransferAnnouncer title={phaseTitles[state.phase]} percent={percent} />
    </section>
  )
}

/** The panel covers the bottom of the window: focused fields are scrolled clear of it. */
function useScrollPadding() {
  useEffect(() => {
    const { style } = document.documentElement
    style.scrollPaddingBottom = '11rem'
    return () => {
      style.scrollPaddingBottom = ''
    }
  }, [])
}

function PhaseIcon({ phase }: { phase: TransferPhase }) {
  const className = 'size-4 shrink-0 stroke-2'
  if (phase === 'paused' || phase === 'too-many' || phase === 'queued')
    return <Pause aria-hidden="true" className={cn(className, 'text-warn')} />
  if (phase === 'no-room') return <HardDrive aria-hidden="true" className={cn(className, 'text-warn')} />
  if (phase === 'waiting') return <WifiOff aria-hidden="true" className={cn(className, 'text-warn')} />
  if (phase === 'sent' || phase === 'publishing')
    return <CircleCheck aria-hidden="true" className={cn(className, 'text-accent')} />
  return null
}

function factsOf({ sent, total, bytesPerSecond, phase }: TransferState) {
  if (phase === 'publishing') return 'Everything is uploaded.'
  if (phase === 'queued') return 'Two files are uploaded at a time. You can fill in the form meanwhile.'
  if (phase === 'no-room')
    return 'What is uploaded stays on the server, and the upload goes on when there is room.'
  if (phase === 'too-many')
    return 'What is uploaded stays on the server, and the upload goes on after your other uploads.'
  if (phase === 'sent') return 'The video is published when you press Upload Video.'
  const facts = [`${formatBytes(sent)} of ${formatBytes(total)}`]
  if (bytesPerSecond) {
    facts.push(`${formatBytes(bytesPerSecond)}/s`, formatTimeLeft((total - sent) / bytesPerSecond))
  }
  return facts.join(' · ')
}

function TransferControls({ phase, transfer }: { phase: TransferPhase; transfer: Transfer }) {
  const confirm = useConfirm()
  const isPaused = phase === 'paused'
  const cancel = async () => {
    // Otherwise it could be complete and published before the person answers.
    transfer.pause()
    const isSure = await confirm({
      title: 'Cancel the upload?',
      text: 'What was sent so far is deleted. The form stays as it is.',
      confirmLabel: 'Cancel upload',
      cancelLabel: 'Go on uploading',
      isDanger: true,
    })
    if (isSure) transfer.cancel()
    else if (!isPaused) transfer.resume()
  }
  return (
    <div className="flex gap-2">
      {/* One button for both states, so that it keeps the focus. */}
      <Button size="sm" onClick={isPaused ? transfer.resume : transfer.pause}>
        {isPaused ? <Play aria-hidden="true" /> : <Pause aria-hidden="true" />}
        {isPaused ? 'Resume' : 'Pause'}
      </Button>
      <Button size="sm" variant="ghost" onClick={cancel}>
        <X aria-hidden="true" />
        Cancel
      </Button>
    </div>
  )
}

/** For screen readers: every change of phase, and every ten percent. */
function TransferAnnouncer({ title, percent }: { title: string; percent: number }) {
  const tenth = Math.floor(percent / 10) * 10
  return (
    <p role="status" className="sr-only">
      {title}, {tenth} percent
    </p>
  )
}
