import { Outlet, ScrollRestoration } from 'react-router'
import { ConnectionBanner } from './connection-banner.tsx'
import { NavigationProgress } from './navigation-progress.tsx'
import { useNavigationFocus } from './use-navigation-focus.ts'

/** Around every page, the ones without the shared layout included. */
export function Root() {
  useNavigationFocus()
  return (
    <>
      <NavigationProgress />
      <Outlet />
      <ConnectionBanner />
      <ScrollRestoration />
    </>
  )
}
