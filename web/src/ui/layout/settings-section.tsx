import { createContext, type MouseEvent, type ReactNode, useContext, useId } from 'react'
import { cn } from '../../lib/cn.ts'
import { useRetry } from '../../lib/query/use-retry.ts'
import { Button } from '../buttons/button.tsx'
import { Skeleton } from '../feedback/skeleton.tsx'

/** On a page that shows one of its sections at a time, the id of that one. */
export const ShownSectionContext = createContext<string | undefined>(undefined)

type SettingsSectionProps = {
  title: string
  text: string
  children: ReactNode
  isDanger?: boolean
  /** For links to the section; defaults to the title in lower case. */
  id?: string
}

/** Title and text on one side, controls on the other; stacked on narrow screens. */
export function SettingsSection({
  title,
  text,
  children,
  isDanger = false,
  id = title.toLowerCase().replace(/\W+/g, '-'),
}: SettingsSectionProps) {
  const titleId = useId()
  const shownId = useContext(ShownSectionContext)
  return (
    <section
      id={id}
      hidden={shownId !== undefined && shownId !== id}
      aria-labelledby={titleId}
      className={cn(
        'grid scroll-mt-28 grid-cols-1 gap-x-10 gap-y-5 rounded-card border bg-surface p-5 sm:p-6 lg:grid-cols-[15rem_minmax(0,1fr)]',
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

type SectionLoadingProps = {
  query: { isError: boolean; refetch: () => Promise<unknown> }
  failure: string
  /** The height of the loaded content. */
  className: string
}

/** Shown while a section loads, or if that failed. */
export function SectionLoading({ query, failure, className }: SectionLoadingProps) {
  const { isRetrying, retry } = useRetry(query.refetch)
  const retryHere = async ({ currentTarget }: MouseEvent<HTMLElement>) => {
    const section = currentTarget.closest('section')
    await retry()
    // After a success the button is gone.
    if (section) focusTitle(section)
  }
  if (!query.isError && !isRetrying) return <Skeleton className={className} />
  return (
    <div className="flex flex-wrap items-center gap-4">
      <p className="text-muted">{failure}</p>
      <Button onClick={retryHere} isBusy={isRetrying}>
        Retry
      </Button>
    </div>
  )
}

/** Moves the focus to the section's title if the focused element has been replaced. */
export function focusTitle(section: Element) {
  requestAnimationFrame(() => {
    if (document.activeElement === document.body) section.querySelector('h2')?.focus()
  })
}
