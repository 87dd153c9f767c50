import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../../lib/dom/copy-text.ts'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'

const copiedMs = 5000

/** `isCopied` lasts for 5 seconds after the last copy; `failure` is shown if the browser refuses. */
export function useCopy(text: string, failure: string) {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyText(text))) return toastError(failure)
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), copiedMs)
  }
  return { isCopied, copy }
}
