import { type RefObject, useEffect, useLayoutEffect, useState } from 'react'

export type Section = { id: string; title: string }
/** The element whose children are the sections. */
type Content = RefObject<HTMLElement | null>

const sectionsIn = ({ current }: Content) => [...(current?.querySelectorAll(':scope > section') ?? [])]

/** The sections that there are: some load later, and some are not on every site. */
export function useSections(content: Content): Section[] {
  const [sections, setSections] = useState<Section[]>([])
  // Before the first paint, so that a link to a section of a phone does not show the list first.
  useLayoutEffect(() => {
    const { current: element } = content
    if (!element) return
    const read = () =>
      setSections(
        sectionsIn(content).map((section) => ({
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

/**
 * The section that is being read. The line that decides moves down the window as the page is scrolled, so that each
 * section has its turn, even if the page ends before the last one reaches the top. A section that was just asked for is
 * the one until the page is scrolled further.
 */
export function useSectionInView(content: Content, sections: Section[], asked: AskedSection | undefined) {
  const [inView, setInView] = useState<string>()
  useEffect(() => {
    const read = () => {
      const { scrollHeight } = document.documentElement
      const line = (window.innerHeight * window.scrollY) / Math.max(1, scrollHeight - window.innerHeight)
      const isThere = asked && Math.abs(asked.scrollY - window.scrollY) < 8
      const passed = sectionsIn(content).filter((section) => section.getBoundingClientRect().top <= line)
      setInView(isThere ? asked.id : (passed.at(-1)?.id ?? sections[0]?.id))
    }
    read()
    const stopped = new AbortController()
    const options = { passive: true, signal: stopped.signal }
    for (const event of ['scroll', 'resize']) window.addEventListener(event, read, options)
    return () => stopped.abort()
  }, [content, sections, asked])
  return inView
}

/** A section to which a link led, and where the page was then. */
export type AskedSection = { id: string; scrollY: number }
