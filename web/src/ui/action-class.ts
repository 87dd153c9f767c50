/** The small buttons under a comment or a tweet. */
export const actionClass =
  'inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-full px-2.5 text-xs font-medium text-muted ' +
  'transition-colors select-none hover:bg-surface-2 hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 ' +
  'focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:stroke-[1.75] aria-pressed:text-text ' +
  'aria-pressed:[&_svg]:fill-current'
