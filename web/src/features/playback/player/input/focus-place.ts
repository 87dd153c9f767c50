import { takesLetters } from '../../../../lib/dom/occupied.ts'
import type { FocusPlace } from './keyboard.ts'

const popup =
  '[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [role=combobox], [role=tablist]'
const control = 'button, a[href], summary, input, [tabindex="0"]'

/** Where the focus is, which decides whether the player handles a key. */
export function focusPlaceOf(target: EventTarget | null, root: Element): FocusPlace {
  if (!(target instanceof HTMLElement)) return 'page'
  if (takesLetters(target)) return 'text'
  if (target.closest(popup)) return 'popup'
  if (!root.contains(target)) {
    // In full screen there is no page to scroll.
    if (document.fullscreenElement === root) return 'player'
    return target.closest(control) ? 'control' : 'page'
  }
  if (target.matches('input[type=range]')) return 'slider'
  return target.closest(control) ? 'button' : 'player'
}
