import { ArrowLeft } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'
import { cn } from '../../../../../lib/cn.ts'
import { useIsMobile } from '../../../../../lib/hooks/use-media-query.ts'
import { Button } from '../../../../../ui/buttons/button.tsx'
import { ShownSectionContext } from '../../../../../ui/layout/settings-section.tsx'
import { newEmailPattern } from '../email/opened-link.tsx'
import { SectionIndex, SectionList } from './section-index.tsx'
import { type AskedSection, useSectionInView, useSections } from './use-sections.ts'

/**
 * The sections below each other, beside an index; on phones, a list of them of which each opens alone. The hash of the
 * address names the section that is open. Those that are not shown stay mounted, so that nothing typed in one is lost
 * when another is opened or the phone is turned.
 */
export function SettingsLayout({ children }: { children: ReactNode }) {
  const content = useRef<HTMLDivElement>(null)
  const sections = useSections(content)
  const isPhone = useIsMobile()
  const { hash } = useLocation()
  const linkedId = newEmailPattern.test(hash) ? 'profile-information' : hash.slice(1)
  const linked = sections.find(({ id }) => id === linkedId)
  const asked = useGoToSection(linked?.id, isPhone)
  const inView = useSectionInView(content, sections, asked)
  useKeepSection(inView, isPhone)
  const isOpen = isPhone && linked !== undefined
  return (
    <div className="mx-auto grid max-w-4xl grid-cols-1 gap-x-10 gap-y-6 xl:max-w-[71rem] xl:grid-cols-[13rem_minmax(0,1fr)]">
      {isOpen && <BackToList />}
      <h1 className={cn('text-2xl xl:col-span-2', isOpen && 'sr-only')}>Settings</h1>
      {isPhone ? (
        !isOpen && <SectionList sections={sections} />
      ) : (
        <SectionIndex sections={sections} currentId={inView} />
      )}
      <div ref={content} className={cn('grid min-w-0 grid-cols-1 gap-6', isPhone && !isOpen && 'hidden')}>
        <ShownSectionContext value={isOpen ? linked.id : undefined}>{children}</ShownSectionContext>
      </div>
    </div>
  )
}

/** Goes back if the list was the previous page, so that the next Back does not open the section again. */
function BackToList() {
  const navigate = useNavigate()
  const { state } = useLocation()
  const goBack = () =>
    void (state?.isFromList
      ? navigate(-1)
      : navigate({ hash: '' }, { replace: true, preventScrollReset: true }))
  return (
    <Button variant="ghost" className="-mx-3 -my-2 justify-self-start" onClick={goBack}>
      <ArrowLeft />
      All settings
    </Button>
  )
}

/** Moves to the section that a link names, and on phones back to its entry in the list. */
function useGoToSection(id: string | undefined, isPhone: boolean): AskedSection | undefined {
  const { key, hash } = useLocation()
  const type = useNavigationType()
  const [asked, setAsked] = useState<AskedSection>()
  const shownId = useRef<string>(undefined)
  const move = useEffectEvent(() => {
    const left = shownId.current
    shownId.current = id
    if (isPhone && !id && left) return focusEntry(left)
    // The link in a mail about a new e-mail leads to a question within its section, which moves there itself.
    if (!id || hash !== `#${id}`) return
    const section = document.getElementById(id)
    if (!section) return
    if (!isPhone) section.scrollIntoView()
    else if (type !== 'POP') window.scrollTo(0, 0)
    if (!section.contains(document.activeElement)) section.querySelector('h2')?.focus({ preventScroll: true })
    setAsked({ id, scrollY: window.scrollY })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key differs if the same link is followed again
  useEffect(() => move(), [id, isPhone, key])
  return asked
}

const focusEntry = (id: string) =>
  document.querySelector<HTMLElement>(`nav a[href$="#${id}"]`)?.focus({ preventScroll: true })

/** Where a window that becomes narrow would show the list, it shows the section that was being read. */
function useKeepSection(inView: string | undefined, isPhone: boolean) {
  const navigate = useNavigate()
  const wasPhone = useRef(isPhone)
  const keep = useEffectEvent(() => {
    const isTurned = isPhone && !wasPhone.current
    wasPhone.current = isPhone
    if (isTurned && inView && window.scrollY > 0)
      void navigate({ hash: inView }, { replace: true, preventScrollReset: true })
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when it changes
  useEffect(() => keep(), [isPhone])
}
