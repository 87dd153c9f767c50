import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { Tooltip } from '../../../ui/tooltip/tooltip.tsx'

const itemClass =
  'flex h-11 w-full items-center gap-4 rounded-control text-sm whitespace-nowrap transition-colors ' +
  'focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]'

type ItemProps = { label: string; icon: ReactNode; isExpanded: boolean }

/** When collapsed, the label becomes a tooltip and stays the link's accessible name. */
export function SidebarLink({
  label,
  icon,
  isExpanded,
  to,
  isCurrent,
}: ItemProps & { to: string; isCurrent: boolean }) {
  return (
    <Tooltip text={label} side="right" isDisabled={isExpanded}>
      <Link
        to={to}
        aria-current={isCurrent ? 'page' : undefined}
        className={cn(
          itemClass,
          'hover:bg-surface-2 aria-[current=page]:bg-surface-2 aria-[current=page]:font-semibold',
          'aria-[current=page]:[&_svg]:text-accent',
          isExpanded ? 'px-3' : 'justify-center',
        )}
      >
        {icon}
        <span className={isExpanded ? 'truncate' : 'sr-only'}>{label}</span>
      </Link>
    </Tooltip>
  )
}

type SidebarButtonProps = ItemProps & { onClick: () => void; isProminent?: boolean }

export function SidebarButton({ label, icon, isExpanded, onClick, isProminent = false }: SidebarButtonProps) {
  return (
    <Tooltip text={label} side="right" isDisabled={isExpanded}>
      <button
        type="button"
        onClick={onClick}
        className={cn(
          itemClass,
          'hover:bg-surface-2',
          isExpanded ? 'px-3' : 'justify-center',
          isProminent && 'font-medium [&_svg]:text-accent',
          isProminent && isExpanded && 'border border-border',
        )}
      >
        {icon}
        <span className={isExpanded ? undefined : 'sr-only'}>{label}</span>
      </button>
    </Tooltip>
  )
}
