import type { ComponentProps } from 'react'
import { cn } from '../../lib/cn.ts'

export type BareIconButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name, as there is no visible text. */
  label: string
}

/** Also for links with only an icon. */
export const iconButtonClass =
  'base:relative base:inline-grid base:size-11 shrink-0 place-items-center base:rounded-full base:text-text transition-colors ' +
  'hover:not-disabled:bg-surface-2 active:not-disabled:bg-border base:aria-expanded:bg-surface-2 ' +
  'disabled:opacity-50 [&_svg]:size-5 [&_svg]:stroke-[1.75]'

/** An icon button without a tooltip, for pages that do not load the tooltip's code. */
export function BareIconButton({ label, className, type = 'button', ...props }: BareIconButtonProps) {
  return <button type={type} aria-label={label} className={cn(iconButtonClass, className)} {...props} />
}
