import { cn } from '../../lib/cn.ts'
import { sidebarClass } from './frame-class.ts'
import { SidebarContent } from './sidebar-content.tsx'

export function Sidebar({ isExpanded, onCreate }: { isExpanded: boolean; onCreate: () => void }) {
  return (
    <aside
      aria-label="Sidebar"
      data-state={isExpanded ? 'expanded' : 'collapsed'}
      className={cn(
        sidebarClass(isExpanded),
        'overflow-x-hidden overflow-y-auto transition-[width] duration-200 [scrollbar-width:none]',
      )}
    >
      <SidebarContent isExpanded={isExpanded} onCreate={onCreate} />
    </aside>
  )
}
