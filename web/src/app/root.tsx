import { Suspense, useEffect } from 'react'
import { Outlet } from 'react-router'
import { ConnectionBanner } from './connection-banner.tsx'
import { PageProgress } from './page-progress.tsx'
import { useNavigationFocus } from './use-navigation-focus.ts'
import { useScrollRestoration } from './use-scroll-restoration.ts'

/** Around every page, the ones without the shared layout included. */
export function Root() {
  useScrollRestoration()
  useNavigationFocus()
  useEffect(loadInsights, [])
  return (
    <>
      <PageProgress />
      {/* Empty on the first load only: later the old page stays until the new one is there. */}
      <Suspense>
        <Outlet />
      </Suspense>
      <ConnectionBanner />
    </>
  )
}

/** Page views are counted by a script of its own, which nothing on a page waits for. */
function loadInsights() {
  const script = document.createElement('script')
  Object.assign(script, { type: 'module', src: '/insights/script.js', fetchPriority: 'low' })
  document.head.append(script)
}
