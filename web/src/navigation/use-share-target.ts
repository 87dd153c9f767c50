import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { logFailure } from '../lib/log.ts'
import { sharedCache, sharedFile } from '../lib/store/share-target.ts'
import { toastError } from '../ui/feedback/toasts/toast.ts'

type Shared = { files: File[]; title: string; text: string }

/** Passes a share to the installed app to `receive`, once. The service worker put it into the address and a cache. */
export function useShareTarget(receive: (shared: Shared) => void) {
  const [params, setParams] = useSearchParams()
  const [share, title, text] = ['shared', 'title', 'text'].map((name) => params.get(name) ?? '')
  const take = useEffectEvent(async () => {
    // First, because once the form is filled in, the page may ask before it is left.
    setParams({}, { replace: true, preventScrollReset: true })
    const files = share ? await takeFiles(share) : []
    if (share && files.length === 0) toastError('The shared file could not be kept. Please choose it here.')
    receive({ files, title: title ?? '', text: text ?? '' })
  })
  useEffect(() => {
    if (share || title || text) void take()
  }, [share, title, text])
}

async function takeFiles(share: string): Promise<File[]> {
  const files: File[] = []
  try {
    const cache = await caches.open(sharedCache)
    for (;;) {
      const response = await cache.match(sharedFile(share, files.length))
      if (!response) break
      const name = decodeURIComponent(response.headers.get('x-file-name') ?? '')
      const type = response.headers.get('content-type') ?? ''
      files.push(new File([await response.blob()], name, { type }))
    }
    if (files.length > 0) await caches.delete(sharedCache)
  } catch (error) {
    logFailure('A shared file could not be read', error)
  }
  return files
}
