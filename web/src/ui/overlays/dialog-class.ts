export const dialogOverlayClass =
  'fixed inset-0 z-40 bg-black/60 data-[state=closed]:animate-fade-out data-[state=open]:animate-fade-in'
export const dialogContentClass =
  'fixed top-[var(--visible-middle,50%)] left-1/2 z-40 flex max-h-[calc(var(--visible-height,100dvh)-1rem)] ' +
  'w-[calc(100vw-2rem)] -translate-x-1/2 ' +
  '-translate-y-1/2 flex-col rounded-card border border-border bg-surface shadow-float ' +
  'data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in'
