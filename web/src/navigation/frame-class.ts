import { cn } from '../lib/cn.ts'

/** The boxes of the shared layout, also drawn around a video before the app has loaded. */
export const topBarClass = 'sticky top-0 z-30 h-14 border-b border-border bg-bg'

/**
 * Beside the page from 768 px: 16rem, or 3rem with icons only. Beside a video, which needs the space, icons only, and
 * only from 1280 px. Below that, a drawer takes its place.
 */
export const sidebarClass = (isExpanded: boolean, isWatching: boolean) =>
  cn(
    'sticky top-(--top-bar) hidden h-[calc(100dvh-var(--top-bar))] shrink-0 border-r border-border bg-surface',
    isWatching ? 'xl:block' : 'md:block',
    isExpanded ? 'w-64' : 'w-12',
  )

export const mainClass = 'min-w-0 grow px-4 py-6 md:px-6'
