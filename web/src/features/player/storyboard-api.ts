import { queryOptions } from '@tanstack/react-query'
import { parseStoryboard } from './storyboard.ts'

/** Small pictures of the whole video. The file never changes under its name. */
export function storyboardQuery(address: string | null, isWanted: boolean) {
  return queryOptions({
    queryKey: ['player', 'storyboard', address],
    enabled: address !== null && isWanted,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) => {
      const url = new URL(address ?? '', location.href).href
      const response = await fetch(url, { signal })
      if (!response.ok) throw new Error(`The storyboard answered ${response.status}`)
      return parseStoryboard(await response.text(), url)
    },
  })
}
