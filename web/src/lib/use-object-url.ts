import { useEffect, useState } from 'react'

/** An address by which this page can show a file or blob; given back when it is not shown any more. */
export function useObjectUrl(blob: Blob | null): string | undefined {
  const [shown, setShown] = useState<{ blob: Blob; url: string }>()
  useEffect(() => {
    if (!blob) return
    const url = URL.createObjectURL(blob)
    setShown({ blob, url })
    return () => {
      // Else the same file, taken out and put back, would for a moment be shown by its old address.
      setShown(undefined)
      URL.revokeObjectURL(url)
    }
  }, [blob])
  // For one render the state is still that of the file before.
  return shown && shown.blob === blob ? shown.url : undefined
}
