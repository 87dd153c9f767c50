import { useEffect, useEffectEvent } from 'react'

/** A video that can play next or before, and its address. */
export type UpNext = { title: string; thumbnail: string | null; path: string }

/** A video's neighbours in what is being played. */
export type Neighbours = { previous: UpNext | undefined; next: UpNext | undefined }

/** Reports to the page what plays next; after unmounting, nothing. */
export function useReport(
  neighbours: Neighbours | undefined,
  onChange: (neighbours: Neighbours | undefined) => void,
) {
  const report = useEffectEvent(() => onChange(neighbours))
  const clear = useEffectEvent(() => onChange(undefined))
  const key = JSON.stringify(neighbours)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key stands for what is reported
  useEffect(() => report(), [key])
  useEffect(() => () => clear(), [])
}
