import type { ComponentProps } from 'react'
import { cn } from '../lib/cn.ts'

export type BareIconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** Says what the button does; there is no visible text. */
  label: string
}

/** An icon button without a tooltip, for pages that should not load the tooltip's code. */
export function BareIconButton({ label, className, type = 'button', ...props }: BareIconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      className={cn(
        'relative inline-grid size-11 shrink-0 place-items-center rounded-full text-text transition-colors',
        'hover:not-disabled:bg-surface-2 active:not-disabled:bg-border aria-expanded:bg-surface-2',
        'disabled:opacity-50 [&_svg]:size-5 [&_svg]:stroke-[1.75]',
        className,
      )}
      {...props}
    />
  )
}
