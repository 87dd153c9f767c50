import { useEffect } from 'react'

const siteName = 'Vireo'

export function pageTitle(title?: string) {
  return title ? `${title} · ${siteName}` : siteName
}

/** Called once per page; undefined while the title is still loading. */
export function usePageTitle(title?: string) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
