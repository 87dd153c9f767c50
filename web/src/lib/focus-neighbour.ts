/** A row is about to go: whoever uses the keyboard goes on from the next one, else from what is around it. */
export function focusNeighbour(inside: HTMLElement | null) {
  const row = inside?.closest('li')
  const focused = document.activeElement
  // A menu of the row may still be closing when what was chosen in it is done.
  const isHere = row?.contains(focused) || focused === document.body || focused?.closest('[role="menu"]')
  if (!isHere) return
  const next = row?.nextElementSibling ?? row?.previousElementSibling
  const outer = row?.parentElement?.closest('li, section')
  // What a row is about, rather than a button over its picture; an owner's picture is no stop of the Tab key.
  const target =
    next?.querySelector<HTMLElement>('a:not([tabindex="-1"])') ??
    next?.querySelector<HTMLElement>('button') ??
    outer?.querySelector<HTMLElement>('h2, button')
  target?.focus({ preventScroll: true })
}
