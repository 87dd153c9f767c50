import { cn } from '../../lib/cn.ts'
import { SidebarContent } from './sidebar-content.tsx'

/** Beside the page from 768 px: 16rem, or 3rem of icons. Below that the drawer takes its place. */
export function Sidebar({ isExpanded, onCreate }: { isExpanded: boolean; onCreate: () => void }) {
  return (
    <aside
      aria-label="Sidebar"
      data-state={isExpanded ? 'expanded' : 'collapsed'}
      className={cn(
        'sticky top-14 hidden h-[calc(100dvh-3.5rem)] shrink-0 overflow-x-hidden overflow-y-auto md:block',
        'border-r border-border bg-surface transition-[width] duration-200 [scrollbar-width:none]',
        isExpanded ? 'w-64' : 'w-12',
      )}
    >
      <SidebarContent isExpanded={isExpanded} onCreate={onCreate} />
    </aside>
  )
}
