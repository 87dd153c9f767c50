import type { QueryClient } from '@tanstack/react-query'
import { type ComponentType, use } from 'react'
import type { Params } from 'react-router'
import { trackLoading } from './loading-pages.ts'
import { RouteErrorBoundary } from './route-error.tsx'

type PageModule = {
  Component: ComponentType
  /** Has what the page shows first at hand before it is rendered, on the first load. */
  prepare?: (queryClient: QueryClient, params: Params) => Promise<unknown>
}

/** What a route object needs to show a page whose code is its own chunk and whose errors stay within it. */
export function page(load: () => Promise<PageModule>) {
  let loaded: PageModule | undefined
  let loading: Promise<PageModule> | undefined
  const preload = () => {
    loading ??= trackLoading(load()).then((module) => {
      loaded = module
      return module
    })
    return loading
  }
  function Page() {
    // Code that is here is used at once: after a fallback, however short, React holds back what follows for 300 ms.
    const { Component } = loaded ?? use(preload())
    return <Component />
  }
  const element = (
    <RouteErrorBoundary>
      <Page />
    </RouteErrorBoundary>
  )
  return { element, handle: { preload } satisfies PageHandle }
}

export type PageHandle = { preload: () => Promise<PageModule> }
