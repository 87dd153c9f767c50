/**
 * A row is about to go, and with it the rows that match `goingToo`: whoever uses the keyboard goes on from the next one
 * that stays, else from what is around it.
 */
export function focusNeighbour(inside: HTMLElement | null, goingToo?: string) {
  const row = inside?.closest('li')
  const focused = document.activeElement
  // A menu or dialog of the row may still be closing when what was chosen in it is done.
  const isClosing = focused?.closest('[role="menu"], [role$="dialog"][data-state="closed"]')
  const isHere = row?.contains(focused) || focused === document.body || isClosing
  if (!row || !isHere) return
  const stays = (one: Element) => !goingToo || !one.matches(goingToo)
  const next =
    findSibling(row, 'nextElementSibling', stays) ?? findSibling(row, 'previousElementSibling', stays)
  const outer = row.parentElement?.closest<HTMLElement>('li, section, [role="tabpanel"]')
  // What a row is about, rather than a button over its picture; an owner's picture is no stop of the Tab key.
  const target =
    next?.querySelector<HTMLElement>('a:not([tabindex="-1"])') ??
    next?.querySelector<HTMLElement>('button') ??
    // A panel has the name of its tab, and all that is in it may go.
    (outer?.matches('[role="tabpanel"]') ? outer : outer?.querySelector<HTMLElement>('h2, button'))
  target?.focus({ preventScroll: true })
}

type Direction = 'nextElementSibling' | 'previousElementSibling'

function findSibling(row: Element, direction: Direction, isWanted: (one: Element) => boolean) {
  let one = row[direction]
  while (one && !isWanted(one)) one = one[direction]
  return one
}
