import { useQueryClient } from '@tanstack/react-query'
import { Outlet } from 'react-router'
import { PlayerHost } from '../../features/pages/watch/player/player-host.tsx'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { useSuspension } from '../../features/people/accounts/follow-viewer.ts'
import { ReportDialogHost } from '../../features/people/reports/open-report.tsx'
import { knownUploads } from '../../features/publishing/videos/uploads/known-uploads.ts'
import { cn } from '../../lib/cn.ts'
import { useStore } from '../../lib/store/use-store.ts'
import { mainClass } from '../../navigation/frame-class.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'
import { ConfirmProvider } from '../../ui/overlays/confirm.tsx'
import { useLazyDialog } from '../../ui/overlays/use-lazy-dialog.tsx'
import { Sidebar } from './sidebar/sidebar.tsx'
import { useSidebarState } from './sidebar/use-sidebar-state.ts'
import { TopBar } from './top-bar/top-bar.tsx'
import { useShortcut } from './use-shortcut.ts'

// Loaded on demand: parts that open on a click or hover, parts that visitors never see, and the question about unsaved
// changes, which only later pages have.
const CreateDialog = lazyPart(() => import('./create-dialog.tsx').then((m) => m.CreateDialog))
const ShortcutsDialog = lazyPart(() => import('./shortcuts-dialog.tsx').then((m) => m.ShortcutsDialog))
const MiniPlayer = lazyPart(() =>
  import('../../features/pages/watch/mini/mini-player.tsx').then((m) => m.MiniPlayer),
)
const ProcessingStatus = lazyPart(() =>
  import('../../features/publishing/videos/processing/processing-status.tsx').then((m) => m.ProcessingStatus),
)
const LeaveGuard = lazyPart(() => import('../../navigation/leave-guard.tsx').then((m) => m.LeaveGuard))
const UploadTray = lazyPart(() =>
  import('../../features/publishing/upload/tray/upload-tray.tsx').then((m) => m.UploadTray),
)
const TooltipHost = lazyPart(() => import('../../ui/tooltip/tooltip-host.tsx').then((m) => m.TooltipHost))
const BottomBar = lazyPart(() => import('./bottom-bar.tsx').then((m) => m.BottomBar))
const SidebarDrawer = lazyPart(() => import('./sidebar/sidebar-drawer.tsx').then((m) => m.SidebarDrawer))

/** What the person's videos are doing, one above the other at the corner, above the bottom bar and the mini-player. */
const cornerClass =
  'pointer-events-none fixed inset-x-4 bottom-[calc(1rem+var(--bottom-bar)+var(--mini-bottom-right,0px))] z-20 ml-auto flex max-h-[calc(100dvh-5.5rem-var(--bottom-bar)-var(--mini-bottom-right,0px))] max-w-88 flex-col items-end gap-2'

/** The shared layout: top bar, sidebar, and the page in <main>. */
export function Component() {
  const { user } = useCurrentUser()
  useSuspension(useQueryClient(), user)
  const hasUploads = useStore(knownUploads)
  const sidebar = useSidebarState(SidebarDrawer)
  const shortcuts = useLazyDialog(ShortcutsDialog, (control) => <ShortcutsDialog {...control} />)
  useShortcut('?', shortcuts.open)
  const create = useLazyDialog(CreateDialog, (control) => <CreateDialog {...control} />)
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
          // A new element, because only a change made by a person animates its width.
          key={String(sidebar.isWatching)}
          isExpanded={sidebar.isExpanded && !sidebar.isWatching}
          isWatching={sidebar.isWatching}
          onCreate={create.open}
        />
        <PlayerHost viewerId={user?._id} Mini={MiniPlayer}>
          {/* Stays below the top bar when the link above scrolls to it. */}
          <main id="main" tabIndex={-1} className={cn(mainClass, 'scroll-mt-14')}>
            <Outlet />
          </main>
        </PlayerHost>
      </div>
      {sidebar.isMobile && <BottomBar onCreate={create.open} />}
      {sidebar.isDrawer && (
        <SidebarDrawer
          open={sidebar.isDrawerOpen}
          onOpenChange={sidebar.setIsDrawerOpen}
          onCreate={create.open}
        />
      )}
      <ReportDialogHost />
      {create.dialog}
      {shortcuts.dialog}
      {user && (
        <div key={user._id} className={cornerClass}>
          <ProcessingStatus user={user} />
          {hasUploads && <UploadTray userId={user._id} />}
        </div>
      )}
      {/* Loaded after the page, so the pointer may be on a button already. */}
      <TooltipHost startsAtPointer />
      <LeaveGuard />
    </ConfirmProvider>
  )
}
