import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { fetchOffset } from '../api.ts'
import { isReadyToPublish } from '../draft.ts'
import type { Entry } from './entry.ts'
import { publish } from './publishing.ts'
import { settleGone } from './saving.ts'

/**
 * How many bytes the server has of an upload that was interrupted, once it is known; null if the upload is gone. Not
 * fetched while uploading: that would interrupt it. An upload that was submitted before a reload is published if the
 * server has all of it.
 */
export function useOffset({ id, draft, transfer }: Entry) {
  const queryClient = useQueryClient()
  const uploadUrl = draft.remembered?.uploadUrl ?? null
  const isSending = transfer !== null
  const { data: offset } = useQuery({
    queryKey: ['upload', 'offset', uploadUrl],
    queryFn: ({ signal }) => (uploadUrl ? fetchOffset(uploadUrl, signal) : null),
    enabled: uploadUrl !== null && !isSending,
    staleTime: 0,
    gcTime: 0,
  })
  const isReady = isReadyToPublish(draft, offset)
  const isGone = offset === null && !isSending && !isReady
  const proceed = useEffectEvent(() => {
    if (isReady) void publish(id, queryClient)
    else if (isGone) void settleGone(id)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only on the response
  useEffect(() => proceed(), [isReady, isGone, id])
  return offset
}
