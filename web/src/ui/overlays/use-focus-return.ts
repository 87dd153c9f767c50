import { useRef } from 'react'

const fields = ['input', 'textarea', 'select'].map((name) => `${name}:not([hidden], :disabled)`).join()

/** Per dialog element, the elements to return the focus to. A dialog may open another one and close itself. */
const openers = new WeakMap<Element, HTMLElement[]>()
/** The same for the dialog that opened last, until it has returned the focus. */
let latest: HTMLElement[] = []

/**
 * For dialogs without a trigger of their own. On opening, the focus goes to the first field, else to the first button;
 * on closing, it returns to the element that had it before.
 */
export function useFocusReturn() {
  const candidates = useRef<HTMLElement[]>([])
  return {
    onOpenAutoFocus: (event: Event) => {
      candidates.current = findOpeners()
      latest = candidates.current
      if (!(event.target instanceof Element)) return
      openers.set(event.target, candidates.current)
      const field = event.target.querySelector<HTMLElement>(fields)
      if (!field) return
      event.preventDefault()
      field.focus()
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault()
      if (latest === candidates.current) latest = []
      // A click in the dialog may have led to another page, which now has the focus.
      if (document.activeElement !== document.body) return
      candidates.current.find((element) => element.isConnected)?.focus()
    },
  }
}

/** The trigger of the menu that has the focus, or had it last: while a menu closes, nothing has the focus. */
let menuOpener: HTMLElement | null = null

document.addEventListener('focusin', ({ target }) => {
  menuOpener = target instanceof Element ? findMenuTrigger(target) : null
})

function findMenuTrigger(item: Element): HTMLElement | null {
  const id = item.closest('[role="menu"]')?.getAttribute('aria-labelledby')
  return id ? document.getElementById(id) : null
}

/** Best first. A menu item or another dialog's button may be gone by then, but not that menu's or dialog's opener. */
function findOpeners(): HTMLElement[] {
  const active = document.activeElement
  // A menu or dialog that has just closed had the focus and has not returned it yet.
  if (!(active instanceof HTMLElement) || active === document.body)
    return menuOpener ? [menuOpener, ...latest] : latest
  const opener = findMenuTrigger(active) ?? active
  const outer = active.closest('[role="dialog"], [role="alertdialog"]')
  // The action in the dialog may have removed its opener.
  const heading = opener.closest('section')?.querySelector<HTMLElement>('h2[tabindex]')
  return [opener, ...((outer && openers.get(outer)) ?? []), ...(heading ? [heading] : [])]
}
