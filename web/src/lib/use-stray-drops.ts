import { useEffect } from 'react'

/** A file that is dropped beside the drop zone would be opened by the browser, in place of this page. */
export function useStrayDrops() {
  useEffect(() => {
    const stop = (event: DragEvent) => {
      if (event.defaultPrevented || !event.dataTransfer?.types.includes('Files')) return
      event.preventDefault()
      event.dataTransfer.dropEffect = 'none'
    }
    window.addEventListener('dragover', stop)
    window.addEventListener('drop', stop)
    return () => {
      window.removeEventListener('dragover', stop)
      window.removeEventListener('drop', stop)
    }
  }, [])
}
