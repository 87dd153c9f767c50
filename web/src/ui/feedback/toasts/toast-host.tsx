import { createRoot } from 'react-dom/client'
import { cn } from '../../../lib/cn.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { ToastCard } from './toast-card.tsx'
import { closeToast, removeToast, shownToasts } from './toast-list.ts'

// A React root of its own, because toasts outlive every page and layout.
const element = document.body.appendChild(document.createElement('div'))
/** The toast that was given the focus, and what had it before. */
let focused: { id: number; opener: HTMLElement } | undefined

// For an open menu or dialog, toasts are not outside: a press on them does not close it, and it does not take the focus
// back from them. It listens on the document.
for (const type of ['pointerdown', 'focusin'])
  element.addEventListener(type, (event) => event.stopPropagation())
// Before an open dialog, which would take Escape for itself.
window.addEventListener('keydown', handleKey, { capture: true })
createRoot(element).render(<ToastHost />)

function ToastHost() {
  const shown = useStore(shownToasts)
  const listOf = (isError: boolean) =>
    shown
      .filter(({ type }) => (type === 'error') === isError)
      .map((toast) => (
        <ToastCard
          key={toast.id}
          toast={toast}
          onFocusWanted={focusToast}
          onClose={close}
          onGone={removeToast}
        />
      ))
  const listClass =
    'pointer-events-none fixed inset-x-[max(1rem,env(safe-area-inset-right))] z-45 ml-auto flex max-w-80 gap-3 max-[30rem]:max-w-none'
  // In both corners the newest is at the edge of the window, so that it does not move under the pointer when an older one
  // closes. The upper corner is below the top bar, whose controls the toasts would cover.
  return (
    <section aria-live="polite" aria-atomic="false" aria-relevant="additions text" aria-label="Messages">
      <div className={cn(listClass, 'top-[calc(4rem+var(--mini-top-right,0px))] flex-col-reverse')}>
        {listOf(false)}
      </div>
      <div
        className={cn(
          listClass,
          'bottom-[calc(1rem+var(--bottom-bar)+var(--mini-bottom-right,0px))] flex-col',
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
    const left = shownToasts.get().find(({ id }) => hasFocus(id))
    if (!left) return
    event.stopPropagation()
    close(left.id)
  }
}

const cardOf = (id: number) => element.querySelector(`[data-toast-id="${id}"]`)
const hasFocus = (id: number) => cardOf(id)?.contains(document.activeElement) ?? false

/** Moves the focus to the first button of a toast. */
function focusToast(id: number, opener: HTMLElement) {
  if (!element.contains(opener)) focused = { id, opener }
  // A dialog takes the focus back if it passes directly to something outside, but not if nothing had it in between.
  opener.blur()
  cardOf(id)?.querySelector('button')?.focus()
}

function close(id: number) {
  if (focused?.id === id && hasFocus(id)) focused.opener.focus()
  closeToast(id)
}
