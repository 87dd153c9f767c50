import { lazy, Suspense, useState } from 'react'
import { Outlet } from 'react-router'
import { ReportSlot } from '../../features/reports/report-slot.tsx'
import { ThumbnailActionContext } from '../../features/videos/thumbnail-action-slot.tsx'
import { VideoMenuContext } from '../../features/videos/video-menu-slot.tsx'
import { ConfirmProvider } from '../../ui/confirm.tsx'
import { TooltipHost } from '../../ui/tooltip-host.tsx'
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
  // Not there until first asked for, then kept so that it can fade out.
  const [createState, setCreateState] = useState<'never' | 'open' | 'closed'>('never')
  const openCreate = () => setCreateState('open')
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
        onCreate={openCreate}
      />
      <div className="flex">
        <Sidebar isExpanded={sidebar.isExpanded} onCreate={openCreate} />
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
            onCreate={openCreate}
          />
        )}
        {createState !== 'never' && (
          <CreateDialog
            open={createState === 'open'}
            onOpenChange={(isOpen) => setCreateState(isOpen ? 'open' : 'closed')}
          />
        )}
      </Suspense>
      <ReportSlot />
      <Suspense>
        <ProcessingSlot />
      </Suspense>
      <TooltipHost />
    </ConfirmProvider>
  )
}
