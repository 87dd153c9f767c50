import { useState } from 'react'

/** A query without data forgets its error as soon as it is asked again; its words stay until the answer. */
export function useRetry(refetch: () => Promise<unknown>) {
  const [isRetrying, setIsRetrying] = useState(false)
  const retry = () => {
    setIsRetrying(true)
    void refetch().finally(() => setIsRetrying(false))
  }
  return { isRetrying, retry }
}
