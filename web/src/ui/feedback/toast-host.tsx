import 'react-toastify/ReactToastify.css'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'
import { type Id, Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'

// A React root of its own, because toasts outlive every page and layout.
const element = document.body.appendChild(document.createElement('div'))
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

function Actions({ id, message, actions, opener, onClose }: ActionsProps) {
  // A second click while it fades out does nothing.
  const isDone = useRef(false)
  const row = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (opener) row.current?.querySelector('button')?.focus()
  }, [opener])
  useEffect(() => {
    // Its time starts when it has slid in, even if it was paused before.
    const pauseIfFocused = () => {
      if (row.current?.contains(document.activeElement)) toast.pause({ id })
    }
    const element = row.current?.closest('.Toastify__toast')
    element?.addEventListener('animationend', pauseIfFocused)
    return () => element?.removeEventListener('animationend', pauseIfFocused)
  }, [id])
  const press = (action: ToastAction) => {
    if (isDone.current) return
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
      >
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
    </div>
  )
}
