import { useEffect } from 'react'

const siteName = 'Vireo'

export function pageTitle(title?: string) {
  return title ? `${title} · ${siteName}` : siteName
}

/** Every page calls it once; a page whose name is still loading passes undefined. */
export function usePageTitle(title?: string) {
  useEffect(() => {
    document.title = pageTitle(title)
  }, [title])
}
