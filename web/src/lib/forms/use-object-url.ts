import { useEffect, useState } from 'react'

/** An object URL for a file or blob, revoked when it is no longer used. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setShown({ blob, url })
    return () => {
      // Otherwise a file that is removed and added again would briefly be shown with its revoked URL.
      setShown(undefined)
      URL.revokeObjectURL(url)
    }
  }, [blob])
  // For one render the state still belongs to the previous file.
  return shown && shown.blob === blob ? shown.url : undefined
}
