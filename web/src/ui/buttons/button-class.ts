import { cn } from '../../lib/cn.ts'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger'
export type ButtonSize = 'sm' | 'md' | 'lg'

const base =
  'relative inline-flex shrink-0 items-center justify-center base:rounded-control font-medium whitespace-nowrap ' +
  'select-none transition-[background-color,color,scale,opacity] active:scale-[0.98] pointer-coarse:min-h-11 ' +
  'disabled:opacity-50 disabled:active:scale-100 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]'

const variants: Record<ButtonVariant, string> = {
  primary:
    'bg-accent text-on-accent hover:not-disabled:bg-[color-mix(in_srgb,var(--accent)_88%,var(--text))]',
  secondary: 'bg-surface-2 base:text-text hover:not-disabled:bg-border',
  ghost: 'base:text-text hover:not-disabled:bg-surface-2',
  danger: 'bg-danger text-on-danger hover:not-disabled:bg-[color-mix(in_srgb,var(--danger)_88%,var(--text))]',
}

const sizes: Record<ButtonSize, string> = {
  sm: 'h-9 px-3 text-sm',
  md: 'h-10 px-4 text-sm',
  lg: 'h-11 px-5 text-sm',
}

export function buttonClass(variant: ButtonVariant, size: ButtonSize, className?: string) {
  return cn(base, variants[variant], sizes[size], className)
}

/** The small buttons under a comment or a tweet. */
export const actionClass =
  'inline-flex h-9 min-w-9 items-center justify-center gap-1.5 rounded-full px-2.5 text-xs font-medium base:text-muted ' +
  'transition-colors select-none hover:bg-surface-2 base:hover:text-text pointer-coarse:h-11 pointer-coarse:min-w-11 ' +
  'focus-visible:-outline-offset-2 [&_svg]:size-4 [&_svg]:stroke-[1.75] base:aria-pressed:text-text ' +
  'aria-pressed:[&_svg]:fill-current'

export const likeActionClass = cn(actionClass, 'aria-pressed:text-accent active:[&_svg]:scale-90')
