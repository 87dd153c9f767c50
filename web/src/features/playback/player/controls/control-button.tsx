import type { ComponentProps } from 'react'
import { cn } from '../../../../lib/cn.ts'
import { Tooltip } from '../../../../ui/tooltip/tooltip.tsx'

type ControlButtonProps = Omit<ComponentProps<'button'>, 'aria-label'> & {
  /** The accessible name. States belong in aria-pressed or aria-expanded. */
  label: string
  /** The key that does the same. */
  shortcut?: string
}

export function ControlButton({ label, shortcut, className, ...props }: ControlButtonProps) {
  return (
    <Tooltip text={shortcut ? `${label} (${shortcut})` : label} side="top">
      <button
        type="button"
        aria-label={label}
        aria-keyshortcuts={shortcut}
        className={cn(
          'grid size-10 shrink-0 place-items-center rounded-control text-text transition-colors',
          'hover:bg-surface-2 focus-visible:-outline-offset-2 pointer-coarse:size-11',
          '[&_svg]:size-5 [&_svg]:stroke-[1.75]',
          className,
        )}
        {...props}
      />
    </Tooltip>
  )
}
