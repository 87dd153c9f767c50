import { useEffect, useRef, useState } from 'react'
import { copyText } from '../../lib/copy-text.ts'
import { toastError } from '../../ui/toast.ts'

const copiedMs = 5000

/** `isCopied` lasts for 5 seconds after the last copy. */
export function useCopyLink(link: string) {
  const [isCopied, setIsCopied] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const copy = async () => {
    if (!(await copyText(link)))
      return toastError('The link could not be copied. Select it and copy it by hand.')
    setIsCopied(true)
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setIsCopied(false), copiedMs)
  }
  return { isCopied, copy }
}
