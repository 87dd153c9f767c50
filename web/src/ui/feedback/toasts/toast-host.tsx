import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { cn } from '../../../lib/cn.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { ToastCard } from './toast-card.tsx'
import { closeToast, removeToast, shownToasts } from './toast-list.ts'

// A React root of its own, because toasts outlive every page and layout.
const element = document.body.appendChild(document.createElement('div'))
/** The focused toast, and the element that was focused before. */
let focused: { id: number; opener: HTMLElement } | undefined

// Open menus and dialogs listen on the document. A toast is not outside of them: a press on it must not close them, and
// they must not take its focus.
for (const type of ['pointerdown', 'focusin'])
  element.addEventListener(type, (event) => event.stopPropagation())
// Runs before an open dialog, which would handle Escape.
window.addEventListener('keydown', handleKey, { capture: true })
// At once: screen readers do not announce the first message of a live region that appears together with it.
flushSync(() => createRoot(element).render(<ToastHost />))

function ToastHost() {
  const shown = useStore(shownToasts)
  const listOf = (isError: boolean) =>
    shown
      .filter(({ type }) => (type === 'error') === isError)
      .map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onFocusRequest={focusToast}
          onClose={close}
          onFadedOut={removeToast}
        />
      ))
  const listClass =
    'pointer-events-none fixed inset-x-[max(1rem,env(safe-area-inset-right))] z-45 ml-auto flex max-w-80 gap-3 max-[30rem]:max-w-none'
  // In both corners the newest is at the edge of the window, so that it does not move under the pointer when an older
  // one closes. The upper list is below the top bar, so as not to cover its controls.
  return (
    <section aria-live="polite" aria-atomic="false" aria-relevant="additions text" aria-label="Messages">
      <div className={cn(listClass, 'top-[calc(4rem+var(--mini-top-right,0px))] flex-col-reverse')}>
        {listOf(false)}
      </div>
      <div
        className={cn(
          listClass,
          'bottom-[calc(1rem+var(--bottom-bar)+var(--mini-bottom-right,0px)+var(--tray-height,0px))] flex-col',
        )}
      >
        {listOf(true)}
      </div>
    </section>
  )
}

function handleKey(event: KeyboardEvent) {
  if (event.altKey && event.code === 'KeyT') {
    const newest = shownToasts.get().findLast(({ isClosing }) => !isClosing)
    if (!newest) return
    event.preventDefault()
    if (document.activeElement instanceof HTMLElement) focusToast(newest.id, document.activeElement)
  } else if (event.key === 'Escape') {
    const focusedToast = shownToasts.get().find(({ id }) => hasFocus(id))
    if (!focusedToast) return
    event.stopPropagation()
    close(focusedToast.id)
  }
}

const cardOf = (id: number) => element.querySelector(`[data-toast-id="${id}"]`)
const hasFocus = (id: number) => cardOf(id)?.contains(document.activeElement) ?? false

/** Moves the focus to the first button of a toast. */
function focusToast(id: number, opener: HTMLElement) {
  focused = { id, opener: element.contains(opener) ? (focused?.opener ?? opener) : opener }
  // A dialog takes the focus back if it moves directly to an element outside, so remove it first.
  opener.blur()
  cardOf(id)?.querySelector('button')?.focus()
}

function close(id: number) {
  if (focused?.id === id && hasFocus(id)) {
    focused.opener.focus()
    focused = undefined
  }
  closeToast(id)
}
