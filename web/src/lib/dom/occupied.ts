const written = 'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea'
const asking = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([hidden])'

/** Whether a letter that is pressed there is typed, or chooses from a list. */
export const takesLetters = (element: Element | null) => element?.matches(`${written}, select`) === true

const isAskingOpen = () => document.querySelector(asking) !== null

/** Whether someone is typing, or a dialog or menu is open, anywhere on the page. An empty text field alone does not count. */
export function isOccupied() {
  const { activeElement: focused } = document
  return (focused?.matches(written) && (focused as HTMLInputElement).value !== '') || isAskingOpen()
}

/** Whether a key means a letter, or something for the dialog or menu that is open. */
export const areKeysTaken = () => takesLetters(document.activeElement) || isAskingOpen()
