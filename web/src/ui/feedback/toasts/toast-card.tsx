import { CircleAlert, CircleCheck, Info, X } from 'lucide-react'
import { useEffect } from 'react'
import { cn } from '../../../lib/cn.ts'
import { BareIconButton } from '../../buttons/bare-icon-button.tsx'
import type { ShownToast, ToastAction } from './toast-list.ts'
import { useDragAway } from './use-drag-away.ts'
import { usePause } from './use-pause.ts'

type ToastCardProps = {
  toast: ShownToast
  onFocusWanted: (id: number, opener: HTMLElement) => void
  /** Its time is over, or somebody closed it. */
  onClose: (id: number) => void
  /** It has faded out. */
  onGone: (id: number) => void
}

const looks = {
  error: { Icon: CircleAlert, iconClass: 'text-danger', clockClass: 'bg-danger', role: 'alert' },
  success: { Icon: CircleCheck, iconClass: 'text-accent', clockClass: 'bg-accent', role: 'status' },
  info: { Icon: Info, iconClass: 'text-muted', clockClass: 'bg-muted', role: 'status' },
}

export function ToastCard({ toast, onFocusWanted, onClose, onGone }: ToastCardProps) {
  const { id, type, message, durationMs, actions = [], opener, raised, isClosing } = toast
  const { Icon, iconClass, clockClass, role } = looks[type]
  const close = () => onClose(id)
  const { isPaused, pauseHandlers } = usePause()
  const { dragStyle, dragHandlers } = useDragAway(close)
  // biome-ignore lint/correctness/useExhaustiveDependencies: it gets the focus each time it is raised
  useEffect(() => {
    if (opener) onFocusWanted(id, opener)
  }, [id, opener, raised, onFocusWanted])
  return (
    <div
      role={role}
      data-toast={type}
      data-toast-id={id}
      data-state={isClosing ? 'closed' : 'open'}
      onAnimationEnd={({ animationName }) => animationName === 'toast-out' && onGone(id)}
      {...pauseHandlers}
      {...dragHandlers}
      style={dragStyle}
      className={cn(
        'pointer-events-auto relative flex touch-pan-y select-none items-start gap-2.5 overflow-hidden rounded-card',
        'border border-border bg-surface py-3 pr-11 pl-3.5 text-text shadow-float transition-[translate,opacity]',
        'animate-pop-in [interpolate-size:allow-keywords] data-[state=closed]:animate-toast-out',
      )}
    >
      <Icon className={cn('size-5 shrink-0 stroke-[1.75]', iconClass)} />
      <div className="grow">
        <span key={raised} data-toast-message className="block wrap-anywhere">
          {message}
        </span>
        {/* A second press while it fades out does nothing. */}
        {actions.length > 0 && <Actions actions={actions} isDone={isClosing} onPress={close} />}
      </div>
      <BareIconButton label="Close message" onClick={close} className="absolute top-0 right-0 text-muted">
        <X />
      </BareIconButton>
      {/* Anew each time it is raised. */}
      <Clock
        key={`clock ${raised}`}
        durationMs={durationMs}
        isPaused={isPaused}
        onEnd={close}
        className={clockClass}
      />
    </div>
  )
}

type ActionsProps = { actions: ToastAction[]; isDone: boolean; onPress: () => void }

function Actions({ actions, isDone, onPress }: ActionsProps) {
  const press = (action: ToastAction) => {
    if (isDone) return
    onPress()
    action.onPress()
  }
  return (
    <div className="-mx-1.5 -mb-2 flex flex-wrap">
      {actions.map((action) => (
        <button
          key={action.label}
          type="button"
          onClick={() => press(action)}
          className="min-h-9 rounded-control px-1.5 font-semibold text-accent hover:underline pointer-coarse:min-h-11"
        >
          {action.label}
        </button>
      ))}
    </div>
  )
}

type ClockProps = { durationMs: number; isPaused: boolean; onEnd: () => void; className: string }

/** A bar that becomes shorter. The toast closes when its animation ends. */
function Clock({ durationMs, isPaused, onEnd, className }: ClockProps) {
  return (
    <div
      role="progressbar"
      aria-label="Time until this message closes"
      data-toast-clock
      style={{ animationDuration: `${durationMs}ms`, animationPlayState: isPaused ? 'paused' : 'running' }}
      // Chromium can report an end after no time at all when the animation runs on after a pause, because its new start
      // is a fraction of a frame ahead.
      onAnimationEnd={({ elapsedTime }) => elapsedTime > 0 && onEnd()}
      className={cn('absolute inset-x-0 bottom-0 h-0.5 origin-left animate-toast-clock', className)}
    />
  )
}
