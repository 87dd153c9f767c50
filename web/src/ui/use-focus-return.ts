import { useRef } from 'react'

/** What had the focus when a dialog opened, by the dialog's element: one dialog may open the next and close. */
const openers = new WeakMap<Element, HTMLElement[]>()

/**
 * For a dialog without a trigger of its own: gives the focus back to what had it when the dialog opened. Until then
 * it is on what is marked with `data-autofocus`, or on the first control.
 */
export function useFocusReturn() {
  const candidates = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event: Event) => {
      candidates.current = findOpeners()
      if (!(event.target instanceof Element)) return
      openers.set(event.target, candidates.current)
      const wanted = event.target.querySelector<HTMLElement>('[data-autofocus]')
      if (!wanted) return
      event.preventDefault()
      wanted.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      // Elsewhere already when a click in the dialog led to another page: the focus belongs there.
      if (document.activeElement !== document.body) return
      candidates.current.find((element) => element.isConnected)?.focus()
    },
  }
}

/** Best first. An entry of a menu or of another dialog is gone by then, what opened that is still there. */
function findOpeners(): HTMLElement[] {
  const active = document.activeElement
  if (!(active instanceof HTMLElement)) return []
  const menuTrigger = active.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  const opener = (menuTrigger && document.getElementById(menuTrigger)) || active
  const outer = active.closest('[role="dialog"]')
  // What was done in the dialog may have taken its opener away.
  const heading = opener.closest('section')?.querySelector<HTMLElement>('h2[tabindex]')
  return [opener, ...((outer && openers.get(outer)) ?? []), ...(heading ? [heading] : [])]
}
