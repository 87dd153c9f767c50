import { useState } from 'react'

/** A query without data drops its error when it is refetched; `isRetrying` keeps the error visible meanwhile. */
export function useRetry(refetch: () => Promise<unknown>) {
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = () => {
    setIsRetrying(true)
    return refetch().finally(() => setIsRetrying(false))
  }
  return { isRetrying, retry }
}
