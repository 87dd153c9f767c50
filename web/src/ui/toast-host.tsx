import 'react-toastify/ReactToastify.css'
import { createRoot } from 'react-dom/client'
import { Slide, ToastContainer, type ToastOptions, toast } from 'react-toastify/unstyled'

// Its own root: toasts outlive every page and layout, and no page has to make room for them.
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

export function showUndo(message: string, onUndo: () => void, options: ToastOptions) {
  toast.info(
    ({ closeToast }) => (
      <div className="flex items-center justify-between gap-3">
        <span className="min-w-0 wrap-anywhere">{message}</span>
        <button
          type="button"
          onClick={() => {
            closeToast()
            onUndo()
          }}
          className="-my-2 min-h-11 shrink-0 rounded-control px-3 font-semibold text-accent hover:underline"
        >
          Undo
        </button>
      </div>
    ),
    { ...options, closeOnClick: false },
  )
}
