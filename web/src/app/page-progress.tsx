import { useIsPageLoading } from './loading-pages.ts'

/** A thin line while the next page's code is loading; a quick load never shows it (the animation starts late). */
export function PageProgress() {
  if (!useIsPageLoading()) return null
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-50 h-0.5">
      <div className="h-full origin-left animate-progress bg-accent" />
    </div>
  )
}
