/**
 * Moves the focus away from a row that is about to be removed, along with the rows that match `alsoRemoved`: to the
 * next remaining row, else to the element around the list.
 */
export function focusNeighbour(inside: HTMLElement | null, alsoRemoved?: string) {
  const row = inside?.closest('li')
  const focused = document.activeElement
  // The menu or dialog in which the action was chosen may still be closing.
  const isClosing = focused?.closest('[role="menu"], [role$="dialog"][data-state="closed"]')
  const hasFocus = row?.contains(focused) || focused === document.body || isClosing
  if (!row || !hasFocus) return
  const stays = (sibling: Element) => !alsoRemoved || !sibling.matches(alsoRemoved)
  const next =
    findSibling(row, 'nextElementSibling', stays) ?? findSibling(row, 'previousElementSibling', stays)
  const outer = row.parentElement?.closest<HTMLElement>('li, section, [role="tabpanel"]')
  // The row's main link rather than a button over its picture. Links on an owner's picture are not tab stops.
  const target =
    next?.querySelector<HTMLElement>('a:not([tabindex="-1"])') ??
    next?.querySelector<HTMLElement>('button') ??
    // A tab panel itself, as everything in it may be removed.
    (outer?.matches('[role="tabpanel"]') ? outer : outer?.querySelector<HTMLElement>('h2, button'))
  target?.focus({ preventScroll: true })
}

type Direction = 'nextElementSibling' | 'previousElementSibling'

function findSibling(row: Element, direction: Direction, matches: (sibling: Element) => boolean) {
  let sibling = row[direction]
  while (sibling && !matches(sibling)) sibling = sibling[direction]
  return sibling
}
