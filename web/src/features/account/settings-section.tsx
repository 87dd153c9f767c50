import { type ReactNode, useId } from 'react'
import { cn } from '../../lib/cn.ts'

type SettingsSectionProps = {
  title: string
  text: string
  children: ReactNode
  isDanger?: boolean
  /** For links to it. */
  id?: string
}

/** What it is about on one side, its controls on the other; above each other on narrow screens. */
export function SettingsSection({ title, text, children, isDanger = false, id }: SettingsSectionProps) {
  const titleId = useId()
  return (
    <section
      id={id}
      aria-labelledby={titleId}
      className={cn(
        'grid scroll-mt-20 grid-cols-1 gap-x-10 gap-y-5 rounded-card border bg-surface p-5 sm:p-6 lg:grid-cols-[15rem_minmax(0,1fr)]',
        isDanger ? 'border-danger/40' : 'border-border',
      )}
    >
      <header className="grid content-start gap-1">
        <h2 id={titleId} tabIndex={-1} className={cn('text-base outline-none', isDanger && 'text-danger')}>
          {title}
        </h2>
        <p className="text-pretty text-muted">{text}</p>
      </header>
      <div className="grid min-w-0 grid-cols-1 content-start gap-6">{children}</div>
    </section>
  )
}
