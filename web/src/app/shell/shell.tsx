import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { useCurrentUser } from '../../features/account/api.ts'
import { ReportDialogHost } from '../../features/reports/open-report.tsx'
import { ThumbnailActionContext, VideoMenuContext } from '../../features/videos/card-slots.tsx'
import { mainClass } from '../../navigation/frame-class.ts'
import { LeaveGuard } from '../../navigation/leave-guard.tsx'
import { ConfirmProvider } from '../../ui/overlays/confirm.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.tsx'
import { TooltipHost } from '../../ui/tooltip/tooltip-host.tsx'
import { Sidebar } from './sidebar.tsx'
import { TopBar } from './top-bar.tsx'
import { useSidebarState } from './use-sidebar-state.ts'

// Loaded on demand: what opens on a click, and what visitors never see.
const CreateDialog = lazy(() => import('./create-dialog.tsx').then((m) => ({ default: m.CreateDialog })))
const VideoMenu = lazy(() =>
  import('../../features/video-menu/video-menu.tsx').then((m) => ({ default: m.VideoMenu })),
)
const WatchLaterButton = lazy(() =>
  import('../../features/playlists/watch-later-button.tsx').then((m) => ({ default: m.WatchLaterButton })),
)
const ProcessingStatus = lazy(() =>
  import('../../features/videos/processing/processing-status.tsx').then((m) => ({
    default: m.ProcessingStatus,
  })),
)
const SidebarDrawer = lazy(() => import('./sidebar-drawer.tsx').then((m) => ({ default: m.SidebarDrawer })))

/** The shared layout: top bar, sidebar, and the page in <main>. */
export function Component() {
  const { user } = useCurrentUser()
  const sidebar = useSidebarState()
  const create = useLazyDialog((control) => <CreateDialog {...control} />)
  return (
    <ConfirmProvider>
      <a
        href="#main"
        className="fixed top-2 left-2 z-50 -translate-y-16 rounded-control bg-accent px-4 py-2 font-medium text-on-accent focus:translate-y-0"
      >
        Skip to content
      </a>
      <TopBar
        isSidebarOpen={sidebar.isDrawer ? sidebar.isDrawerOpen : sidebar.isExpanded}
        onToggleSidebar={sidebar.toggle}
        onCreate={create.open}
      />
      <div className="flex">
        <Sidebar
          // A new element, as its width is animated only when someone changes it.
          key={String(sidebar.isWatching)}
          isExpanded={sidebar.isExpanded && !sidebar.isWatching}
          isWatching={sidebar.isWatching}
          onCreate={create.open}
        />
        <main id="main" tabIndex={-1} className={mainClass}>
          <VideoMenuContext value={VideoMenu}>
            <ThumbnailActionContext value={WatchLaterButton}>
              <Outlet />
            </ThumbnailActionContext>
          </VideoMenuContext>
        </main>
      </div>
      <Suspense>
        {sidebar.isDrawer && (
          <SidebarDrawer
            open={sidebar.isDrawerOpen}
            onOpenChange={sidebar.setIsDrawerOpen}
            onCreate={create.open}
          />
        )}
      </Suspense>
      <ReportDialogHost />
      {create.dialog}
      <Suspense>{user && <ProcessingStatus key={user._id} user={user} />}</Suspense>
      <TooltipHost />
      <LeaveGuard />
    </ConfirmProvider>
  )
}
