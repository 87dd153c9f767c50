const textFields = 'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea'
const overlays = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([hidden])'

/** Whether the element uses letter keys: to enter text, or to choose from a list. */
export const takesLetters = (element: Element | null) => element?.matches(`${textFields}, select`) === true

const isOverlayOpen = () => document.querySelector(overlays) !== null

/** Whether the person is typing or has a dialog or menu open anywhere on the page. Empty text fields do not count. */
export function isOccupied() {
  const { activeElement: focused } = document
  return (focused?.matches(textFields) && (focused as HTMLInputElement).value !== '') || isOverlayOpen()
}

/** Whether key presses belong to the focused element, or to an open dialog or menu. */
export const areKeysTaken = () => takesLetters(document.activeElement) || isOverlayOpen()
