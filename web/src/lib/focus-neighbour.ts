// An owner's picture is no stop of the Tab key.
const nextStop = 'a:not([tabindex="-1"]), button'

/** A row is about to go: whoever uses the keyboard goes on from the next one, else from what is around it. */
export function focusNeighbour(inside: HTMLElement | null) {
  const row = inside?.closest('li')
  if (!row?.contains(document.activeElement) && document.activeElement !== document.body) return
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const outer = row?.parentElement?.closest('li, section')
  const target = next?.querySelector<HTMLElement>(nextStop) ?? outer?.querySelector<HTMLElement>('h2, button')
  target?.focus({ preventScroll: true })
}
