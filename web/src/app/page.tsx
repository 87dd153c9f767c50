import { type ComponentType, lazy } from 'react'
import { trackLoading } from './loading-pages.ts'
import { RouteErrorBoundary } from './route-error.tsx'

type PageModule = { Component: ComponentType }

/** What a route object needs to show a page whose code is its own chunk and whose errors stay within it. */
export function page(load: () => Promise<PageModule>) {
  let module: Promise<{ default: ComponentType }> | undefined
  const preload = () => {
    module ??= trackLoading(load()).then(({ Component }) => ({ default: Component }))
    return module
  }
  const Page = lazy(preload)
  const element = (
    <RouteErrorBoundary>
      <Page />
    </RouteErrorBoundary>
  )
  return { element, handle: { preload } satisfies PageHandle }
}

export type PageHandle = { preload: () => Promise<unknown> }
