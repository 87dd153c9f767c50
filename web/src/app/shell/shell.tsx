import { lazy, Suspense } from 'react'
import { Outlet } from 'react-router'
import { ReportSlot } from '../../features/reports/report-slot.tsx'
import { ThumbnailActionContext } from '../../features/videos/thumbnail-action-slot.tsx'
import { VideoMenuContext } from '../../features/videos/video-menu-slot.tsx'
import { ConfirmProvider } from '../../ui/confirm.tsx'
import { TooltipHost } from '../../ui/tooltip-host.tsx'
import { useLazyDialog } from '../../ui/use-lazy-dialog.tsx'
import { mainClass } from './frame-class.ts'
import { ProcessingSlot } from './processing-slot.tsx'
import { Sidebar } from './sidebar.tsx'
import { useSidebarState } from './sidebar-state.ts'
import { TopBar } from './top-bar.tsx'

// What opens only on demand is loaded on demand.
const CreateDialog = lazy(() => import('./create-dialog.tsx').then((m) => ({ default: m.CreateDialog })))
const VideoMenu = lazy(() =>
  import('../../features/video-menu/video-menu.tsx').then((m) => ({ default: m.VideoMenu })),
)
const WatchLaterButton = lazy(() =>
  import('../../features/playlists/watch-later-button.tsx').then((m) => ({ default: m.WatchLaterButton })),
)
const SidebarDrawer = lazy(() => import('./sidebar-drawer.tsx').then((m) => ({ default: m.SidebarDrawer })))

/** The shared layout: top bar, sidebar, and the page in <main>. */
export function Component() {
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
        isSidebarOpen={sidebar.isMobile ? sidebar.isDrawerOpen : sidebar.isExpanded}
        onToggleSidebar={sidebar.toggle}
        onCreate={create.open}
      />
      <div className="flex">
        <Sidebar isExpanded={sidebar.isExpanded} onCreate={create.open} />
        <main id="main" tabIndex={-1} className={mainClass}>
          <VideoMenuContext value={VideoMenu}>
            <ThumbnailActionContext value={WatchLaterButton}>
              <Outlet />
            </ThumbnailActionContext>
          </VideoMenuContext>
        </main>
      </div>
      <Suspense>
        {sidebar.isMobile && (
          <SidebarDrawer
            open={sidebar.isDrawerOpen}
            onOpenChange={sidebar.setIsDrawerOpen}
            onCreate={create.open}
          />
        )}
      </Suspense>
      <ReportSlot />
      {create.dialog}
      <Suspense>
        <ProcessingSlot />
      </Suspense>
      <TooltipHost />
    </ConfirmProvider>
  )
}
