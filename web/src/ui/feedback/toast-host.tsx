import 'react-toastify/ReactToastify.css'
import { createRoot } from 'react-dom/client'
import { Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'

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

export function showToast(type: 'error' | 'success' | 'info', message: string, options: ToastOptions) {
  toast[type](message, options)
}

export type ToastAction = { label: string; onPress: () => void }

/** Each action closes the toast. A second click while it fades out does nothing. */
export function showActions(message: string, actions: ToastAction[], options: ToastOptions) {
  let isDone = false
  toast(
    ({ closeToast, toastProps: { toastId: id } }) => (
      <div className="grid grow gap-1">
        <span className="min-w-0 wrap-anywhere">{message}</span>
        <div className="-mx-1.5 flex flex-wrap">
          {actions.map(({ label, onPress }) => (
            <button
              key={label}
              type="button"
              // As the mouse does.
              onFocus={() => toast.pause({ id })}
              onBlur={() => toast.play({ id })}
              onClick={() => {
                if (isDone) return
                isDone = true
                closeToast()
                onPress()
              }}
              className="min-h-9 rounded-control px-1.5 font-semibold text-accent hover:underline pointer-coarse:min-h-11"
            >
              {label}
            </button>
          ))}
        </div>
      </div>
    ),
    { type: 'info', ...options, closeOnClick: false },
  )
}
