import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { cn } from '../../../../../lib/cn.ts'
import type { Section } from './use-sections.ts'

type SectionListProps = { sections: Section[] }

/** On phones: a list whose entries each open a section. */
export function SectionList({ sections }: SectionListProps) {
  return (
    <nav aria-label="Sections">
      <ul className="overflow-hidden rounded-card border border-border bg-surface">
        {sections.map(({ id, title }) => (
          <li key={id} className="not-first:border-t not-first:border-border">
            <Link
              to={{ hash: id }}
              state={{ isFromList: true }}
              preventScrollReset
              className="flex min-h-12 items-center justify-between gap-3 px-4 py-2 text-base transition-colors hover:bg-surface-2 focus-visible:-outline-offset-2"
            >
              {title}
              <ChevronRight className="size-5 shrink-0 stroke-[1.75] text-muted" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

type SectionIndexProps = SectionListProps & {
  /** The section that the person is reading. */
  currentId: string | undefined
}

/** Beside the sections on wide screens, else in a scrollable row above them. */
export function SectionIndex({ sections, currentId }: SectionIndexProps) {
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (currentId && list.current) centreCurrent(list.current)
  }, [currentId])
  return (
    <nav
      aria-label="Sections"
      className="sticky top-(--top-bar) z-10 -mx-6 min-w-0 self-start bg-bg py-1 xl:top-20 xl:mx-0 xl:p-0"
    >
      <ul
        ref={list}
        className="flex gap-1 overflow-auto px-6 [scrollbar-width:none] max-xl:fade-end xl:grid xl:max-h-[calc(100dvh-6rem)] xl:p-0"
      >
        {sections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <Link
              to={{ hash: id }}
              // Without a new history entry, so that Back leaves the page.
              replace
              preventScrollReset
              aria-current={id === currentId ? 'location' : undefined}
              className={cn(
                'flex min-h-9 items-center rounded-control px-3 text-muted transition-colors focus-visible:-outline-offset-2 pointer-coarse:min-h-11',
                'hover:bg-surface-2 hover:text-text aria-[current]:bg-surface-2 aria-[current]:font-medium aria-[current]:text-text',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Not scrollIntoView, which could scroll the page. */
function centreCurrent(list: HTMLElement) {
  const box = list.querySelector('[aria-current]')?.getBoundingClientRect()
  if (!box) return
  const { left, top, width, height } = list.getBoundingClientRect()
  list.scrollBy(box.left + box.width / 2 - left - width / 2, box.top + box.height / 2 - top - height / 2)
}
