import type { ComponentType } from 'react'
import { PageLoadError } from './page-load.ts'
import { RouteError } from './route-error.tsx'

type PageModule = { Component: ComponentType }

/** A route whose code is its own chunk and whose errors stay within it. */
export function page(load: () => Promise<PageModule>) {
  const lazy = async () => {
    try {
      const { Component } = await load()
      return { Component }
    } catch (cause) {
      throw new PageLoadError('The page could not be loaded', { cause })
    }
  }
  return { lazy, ErrorBoundary: RouteError }
}
