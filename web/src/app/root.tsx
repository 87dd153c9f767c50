import { useEffect } from 'react'
import { Outlet, useNavigation } from 'react-router'
import { PageScroll } from '../navigation/page-scroll.tsx'
import { useNavigationFocus } from '../navigation/use-navigation-focus.ts'
import { ConnectionBanner } from './connection-banner.tsx'

/** Around every page, including those without the shared layout. */
export function Root() {
  const { state } = useNavigation()
  useNavigationFocus()
  useEffect(loadInsights, [])
  return (
    <>
      {state !== 'idle' && <ProgressLine />}
      <Outlet />
      <PageScroll />
      <ConnectionBanner />
    </>
  )
}

/** A thin line while the next page loads. Its animation starts late, so a quick load never shows it. */
export function ProgressLine() {
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-50 h-0.5">
      <div className="h-full origin-left animate-progress bg-accent" />
    </div>
  )
}

/** Page views are counted by a separate script; nothing on a page waits for it. */
function loadInsights() {
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', src: '/insights/script.js', fetchPriority: 'low' })
  document.head.append(script)
}
