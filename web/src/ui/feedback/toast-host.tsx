import 'react-toastify/ReactToastify.css'
import { type KeyboardEvent, type MouseEvent, type RefObject, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type Id, Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'

// A React root of its own, because toasts outlive every page and layout.
const element = document.body.appendChild(document.createElement('div'))
// A toast closes when the animation of its progress bar ends. Chromium can report an end after no time at all when the
// animation runs on after a pause, because its new start is a fraction of a frame ahead.
element.addEventListener(
  'animationend',
  (event) => {
    if (event.animationName === 'Toastify__trackProgress' && event.elapsedTime === 0) event.stopPropagation()
  },
  true,
)
createRoot(element).render(
  <ToastContainer
    position="top-right"
    autoClose={5000}
    pauseOnHover
    pauseOnFocusLoss
    draggable
    draggablePercent={80}
    transition={Slide}
    aria-label="Messages"
  />,
)

type ToastType = 'error' | 'success' | 'info'

export function showToast(type: ToastType, message: string, options: ToastOptions) {
  toast[type](message, options)
}

export type ToastAction = { label: string; onPress: () => void }

/** Each action closes the toast. `opener` is set if the focus goes to the first action, and back to it on Escape. */
export function showActions(
  type: ToastType,
  message: string,
  actions: ToastAction[],
  { opener, ...options }: ToastOptions & { opener?: HTMLElement | undefined },
) {
  toast[type](
    ({ closeToast, toastProps }) => (
      <Actions
        id={toastProps.toastId}
        message={message}
        actions={actions}
        opener={opener}
        onClose={() => closeToast()}
      />
    ),
    { ...options, closeOnClick: false },
  )
}

type ActionsProps = {
  id: Id
  message: string
  actions: ToastAction[]
  opener: HTMLElement | undefined
  onClose: () => void
}

const dragThreshold = 5

function Actions({ id, message, actions, opener, onClose }: ActionsProps) {
  // A second click while it fades out does nothing.
  const isDone = useRef(false)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opener) row.current?.querySelector('button')?.focus()
  }, [opener])
  usePauseAfterEntering(id, row)
  const grabbedAt = useRef(0)
  const press = (action: ToastAction, event: MouseEvent) => {
    // The toast follows the pointer that drags it, so the end of the drag is a click on the same button.
    const isDragged = event.detail > 0 && Math.abs(event.clientX - grabbedAt.current) > dragThreshold
    if (isDone.current || isDragged) return
    isDone.current = true
    onClose()
    action.onPress()
  }
  const handleKey = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    onClose()
    opener?.focus()
  }
  return (
    <div className="grid grow gap-1">
      <span className="min-w-0 wrap-anywhere">{message}</span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only watches what happens to the buttons in it */}
      <div
        ref={row}
        className="-mx-1.5 flex flex-wrap"
        onFocus={() => toast.pause({ id })}
        onBlur={() => toast.play({ id })}
        onKeyDown={handleKey}
        onPointerDown={({ clientX }) => {
          grabbedAt.current = clientX
        }}
      >
        {actions.map((action) => (
          <button
            key={action.label}
            type="button"
            onClick={(event) => press(action, event)}
            className="min-h-9 rounded-control px-1.5 font-semibold text-accent hover:underline pointer-coarse:min-h-11"
          >
            {action.label}
          </button>
        ))}
      </div>
    </div>
  )
}

/** A toast's time starts when it has slid in, even if the focus has paused it before. */
function usePauseAfterEntering(id: Id, row: RefObject<HTMLElement | null>) {
  useEffect(() => {
    const pauseIfFocused = () => {
      if (row.current?.contains(document.activeElement)) toast.pause({ id })
    }
    const element = row.current?.closest('.Toastify__toast')
    element?.addEventListener('animationend', pauseIfFocused)
    return () => element?.removeEventListener('animationend', pauseIfFocused)
  }, [id, row])
}
