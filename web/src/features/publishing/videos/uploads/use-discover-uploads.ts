import { useQuery } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { useEffect } from 'react'
import { call } from '../../../../lib/api-client.ts'
import { useStore } from '../../../../lib/store/use-store.ts'
import { knownUploads, setUploadsKnown } from './known-uploads.ts'

/** Looks once for unfinished uploads that were begun in another browser, so that the tray is loaded. */
export function useDiscoverUploads(userId: string, isDiscovering: boolean) {
  const isKnown = useStore(knownUploads)
  const { data } = useQuery({
    queryKey: ['upload', 'drafts', userId],
    queryFn: ({ signal }) => call(api.uploadDrafts.list, { signal }),
    enabled: isDiscovering && !isKnown,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const hasDrafts = data?.some(({ file }) => file) === true
  useEffect(() => {
    if (hasDrafts) setUploadsKnown(true)
  }, [hasDrafts])
}
