import { useEffect } from 'react'

/** Ignores files that are dropped outside a drop area: the browser would open them in place of this page. */
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
