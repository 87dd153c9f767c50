import { type ComponentType, use } from 'react'
import { trackLoading } from './loading-pages.ts'
import { RouteErrorBoundary } from './route-error.tsx'

type PageModule = { Component: ComponentType }

/** What a route object needs to show a page whose code is its own chunk and whose errors stay within it. */
export function page(load: () => Promise<PageModule>) {
  let loaded: ComponentType | undefined
  let loading: Promise<ComponentType> | undefined
  const preload = () => {
    loading ??= trackLoading(load()).then(({ Component }) => {
      loaded = Component
      return Component
    })
    return loading
  }
  function Page() {
    // Code that is here is used at once: after a fallback, however short, React holds back what follows for 300 ms.
    const Component = loaded ?? use(preload())
    return <Component />
  }
  const element = (
    <RouteErrorBoundary>
      <Page />
    </RouteErrorBoundary>
  )
  return { element, handle: { preload } satisfies PageHandle }
}

export type PageHandle = { preload: () => Promise<unknown> }
