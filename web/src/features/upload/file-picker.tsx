import type { ChangeEvent, ReactNode, Ref } from 'react'
import { cn } from '../../lib/cn.ts'
import { useFieldControl } from '../../ui/field-context.ts'

export type FilePickerProps = {
  accept: string
  onFile: (file: File) => void
  onBlur?: () => void
  isDisabled?: boolean
  inputRef?: Ref<HTMLInputElement>
  className?: string
  /** What is seen: the input lies over it, invisible, so that all of it can be clicked and dropped on. */
  children: ReactNode
}

export function FilePicker({
  accept,
  onFile,
  onBlur,
  isDisabled = false,
  inputRef,
  className,
  children,
}: FilePickerProps) {
  const pick = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    if (file) onFile(file)
    // The same file may be chosen again, e.g. to go on with its upload.
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
        accept={accept}
        disabled={isDisabled}
        onChange={pick}
        onBlur={onBlur}
        className="absolute inset-0 size-full cursor-pointer opacity-0 file:cursor-pointer disabled:cursor-auto"
      />
    </div>
  )
}
