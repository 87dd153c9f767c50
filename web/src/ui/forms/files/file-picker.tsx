import type { ChangeEvent, ReactNode, Ref } from 'react'
import { cn } from '../../../lib/cn.ts'
import { useFieldControl } from '../fields/field-context.ts'

type FilePickerProps = {
  /** The accessible name, unless a Field around it has a label. */
  label?: string
  accept: string
  /** Called with at least one file; with several only if `isMultiple`. */
  onFiles: (files: File[]) => void
  isMultiple?: boolean
  onBlur?: () => void
  isDisabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
  /** The visible content. An invisible input covers it, so that it can be clicked and dropped on anywhere. */
  children: ReactNode
}

export function FilePicker({
  label,
  accept,
  onFiles,
  isMultiple = false,
  onBlur,
  isDisabled = false,
  inputRef,
  className,
  children,
}: FilePickerProps) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const files = [...(event.target.files ?? [])]
    if (files.length > 0) onFiles(files)
    // Cleared so that the same file can be chosen again, e.g. to resume its upload.
    event.target.value = ''
  }
  return (
    <div
      className={cn(
        'relative has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent',
        className,
      )}
    >
      {children}
      <input
        {...useFieldControl()}
        ref={inputRef}
        type="file"
        aria-label={label}
        accept={accept}
        multiple={isMultiple}
        disabled={isDisabled}
        onChange={pick}
        onBlur={onBlur}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-auto"
      />
    </div>
  )
}
