/**
 * For `onCloseAutoFocus`: an overlay gives the focus back to its trigger when it has faded out. When a click in
 * it led to another page, the focus is on that page's heading by then and must stay there.
 */
export function keepMovedFocus(event: Event) {
  if (document.activeElement !== document.body) event.preventDefault()
}
