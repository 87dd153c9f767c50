import { type MouseEvent, type RefObject, useEffect, useState } from 'react'

type Section = { id: string; title: string }
type SectionIndexProps = {
  /** The element whose children are the sections. */
  content: RefObject<HTMLElement | null>
}

/** Links to the sections of a long page: beside them on wide screens, else in a scrollable row. */
export function SectionIndex({ content }: SectionIndexProps) {
  const sections = useSections(content)
  return (
    <nav
      aria-label="Sections"
      className="sticky top-14 z-10 -mx-4 min-w-0 self-start bg-bg py-1 md:-mx-6 min-[90rem]:top-20 min-[90rem]:mx-0 min-[90rem]:p-0"
    >
      <ul className="flex gap-1 overflow-auto px-4 [scrollbar-width:none] max-[90rem]:fade-end md:px-6 min-[90rem]:grid min-[90rem]:max-h-[calc(100dvh-6rem)] min-[90rem]:p-0">
        {sections.map(({ id, title }) => (
          <li key={id} className="shrink-0">
            <a
              href={`#${id}`}
              onClick={goToSection}
              className="flex min-h-9 items-center rounded-control px-3 text-muted transition-colors hover:bg-surface-2 hover:text-text focus-visible:-outline-offset-2 pointer-coarse:min-h-11"
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Some sections load later, and some are not on every site. */
function useSections(content: SectionIndexProps['content']): Section[] {
  const [sections, setSections] = useState<Section[]>([])
  useEffect(() => {
    const { current: element } = content
    if (!element) return
    const read = () =>
      setSections(
        Array.from(element.querySelectorAll(':scope > section'), (section) => ({
          id: section.id,
          title: section.querySelector('h2')?.textContent ?? '',
        })),
      )
    read()
    const observer = new MutationObserver(read)
    observer.observe(element, { childList: true })
    return () => observer.disconnect()
  }, [content])
  return sections
}

/** Without a new history entry, so that Back leaves the page. */
function goToSection(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const section = document.getElementById(event.currentTarget.hash.slice(1))
  section?.scrollIntoView()
  section?.querySelector('h2')?.focus({ preventScroll: true })
}
