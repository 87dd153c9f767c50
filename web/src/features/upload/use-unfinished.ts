import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { fetchOffset } from './api.ts'
import type { DraftsControl } from './use-upload-drafts.ts'

/** How much the server has of the draft's unfinished upload. Not asked while sending: a look interrupts that. */
export function useUnfinished({ draft, edit }: DraftsControl, isSending: boolean): number | undefined {
  const { remembered } = draft
  const uploadUrl = remembered?.uploadUrl ?? null
  const { data: offset } = useQuery({
    queryKey: ['upload', 'offset', uploadUrl],
    queryFn: ({ signal }) => (uploadUrl ? fetchOffset(uploadUrl, signal) : null),
    enabled: uploadUrl !== null && !isSending,
    staleTime: 0,
    gcTime: 0,
  })
  const isGone = offset === null && uploadUrl !== null && !isSending
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when the answer comes
  useEffect(() => {
    if (isGone && remembered) edit({ remembered: { ...remembered, uploadUrl: null } })
  }, [isGone])
  return offset ?? undefined
}
