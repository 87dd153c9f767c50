/** Shared by menus and popovers. */
export const floatingClass =
  'z-50 rounded-card border border-border bg-surface text-text shadow-float ' +
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'

export const floatingProps = {
  align: 'end',
  sideOffset: 6,
  collisionPadding: 8,
  // After fading out, Radix returns the focus to the trigger. If a click in it led to another page, the focus is on
  // that page's heading by then and must stay there.
  onCloseAutoFocus: (event: Event) => {
    if (document.activeElement !== document.body) event.preventDefault()
  },
} as const
