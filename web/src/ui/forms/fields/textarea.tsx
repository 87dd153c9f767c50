import { type ComponentProps, type InputEvent, useCallback } from 'react'
import { cn } from '../../../lib/cn.ts'
import { useFieldControl } from './field-context.ts'
import { inputClass } from './input.tsx'

/** Grows with its text up to its max-height; with a script in browsers without `field-sizing`. */
export function Textarea({ className, onInput, rows = 3, ref, ...props }: ComponentProps<'textarea'>) {
  const attach = useCallback(
    (element: HTMLTextAreaElement | null) => {
      if (element) grow(element)
      if (typeof ref === 'function') return ref(element)
      if (ref) ref.current = element
    },
    [ref],
  )
  const handleInput = (event: InputEvent<HTMLTextAreaElement>) => {
    grow(event.currentTarget)
    onInput?.(event)
  }
  return (
    <textarea
      {...useFieldControl()}
      ref={attach}
      rows={rows}
      onInput={handleInput}
      className={cn(
        inputClass,
        'field-sizing-content base:max-h-80 base:min-h-20 resize-none py-2.5',
        className,
      )}
      {...props}
    />
  )
}

function grow(element: HTMLTextAreaElement) {
  if (CSS.supports('field-sizing', 'content')) return
  element.style.height = 'auto'
  element.style.height = `${element.scrollHeight + 2}px`
}
