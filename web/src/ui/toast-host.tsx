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
