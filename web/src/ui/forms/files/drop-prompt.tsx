import type { LucideIcon } from 'lucide-react'
import { cn } from '../../../lib/cn.ts'
import { buttonClass } from '../../buttons/button-class.ts'

type DropPromptProps = { icon: LucideIcon; text: string; action: string; isCompact?: boolean }

/** The content of a drop area without a file. */
export function DropPrompt({ icon: Icon, text, action, isCompact = false }: DropPromptProps) {
  return (
    <div
      className={cn(
        'grid justify-items-center gap-3 rounded-card border-2 border-dashed border-border bg-surface px-4 text-center',
        'transition-colors group-hover/drop:border-muted group-data-over/drop:border-accent',
        'group-has-aria-invalid/drop:border-danger group-data-over/drop:bg-surface-2',
        isCompact ? 'py-6' : 'py-12',
      )}
    >
      <Icon
        aria-hidden="true"
        className={cn(
          'stroke-[1.5] text-muted transition-[color,translate] group-data-over/drop:-translate-y-1',
          'group-data-over/drop:text-accent',
          isCompact ? 'size-8' : 'size-12',
        )}
      />
      <p className="text-base font-medium text-pretty">{text}</p>
      <span aria-hidden="true" className={buttonClass('secondary', 'md')}>
        {action}
      </span>
    </div>
  )
}
