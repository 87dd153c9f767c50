import type { FocusPlace } from './keyboard.ts'

const written = 'input:not([type=range], [type=checkbox], [type=radio], [type=button]), textarea'
// In a list of choices a letter chooses one.
const typed = `${written}, select`
const popup =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], [role=tablist]'
const asking = ':is([role=dialog], [role=alertdialog], [role=menu], [role=listbox]):not([hidden])'
const control = 'button, a[href], summary, input, [tabindex="0"]'

/** Where the focus is, which decides whether the player handles a key. */
export function focusPlaceOf(target: EventTarget | null, root: Element): FocusPlace {
  if (!(target instanceof HTMLElement)) return 'page'
  if (target.matches(typed)) return 'text'
  if (target.closest(popup)) return 'popup'
  if (!root.contains(target)) {
    // In full screen there is no page to scroll.
    if (document.fullscreenElement === root) return 'player'
    return target.closest(control) ? 'control' : 'page'
  }
  if (target.matches('input[type=range]')) return 'slider'
  return target.closest(control) ? 'button' : 'player'
}

/** Whether someone is typing, or a dialog or menu is open, anywhere on the page. An empty text field alone does not count. */
export function isOccupied() {
  const { activeElement: focused } = document
  return (focused?.matches(written) && (focused as HTMLInputElement).value !== '') || isAskingOpen()
}

/** Whether a key means a letter, or something for the dialog or menu that is open. */
export function areKeysTaken() {
  return document.activeElement?.matches(typed) || isAskingOpen()
}

const isAskingOpen = () => document.querySelector(asking) !== null
