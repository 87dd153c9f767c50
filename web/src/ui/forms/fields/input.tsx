import type { ComponentProps } from 'react'
import { cn } from '../../../lib/cn.ts'
import { useFieldControl } from './field-context.ts'

/** 16 px on phones: anything smaller makes iOS zoom in on focus. */
export const inputClass =
  'w-full rounded-control border border-border bg-surface-2 px-3 base:text-base text-text transition-colors base:md:text-sm ' +
  'placeholder:text-muted hover:not-disabled:border-muted focus-visible:outline-offset-0 ' +
  'disabled:opacity-60 read-only:text-muted aria-invalid:border-danger'

export function Input({ className, ...props }: ComponentProps<'input'>) {
  return <input {...useFieldControl()} className={cn(inputClass, 'base:h-11', className)} {...props} />
}
