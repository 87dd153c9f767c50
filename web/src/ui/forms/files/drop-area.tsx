import { type DragEvent, type ReactNode, useState } from 'react'
import { cn } from '../../../lib/cn.ts'

type DropAreaProps = {
  /** At least one. */
  onFiles: (files: File[]) => void
  isDisabled?: boolean
  className?: string
  children: ReactNode
}

/** Accepts files dropped anywhere inside. Everything must also work without dropping. */
export function DropArea({ onFiles, isDisabled = false, className, children }: DropAreaProps) {
  const [isOver, setIsOver] = useState(false)

  const over = (event: DragEvent) => {
    if (isDisabled || !event.dataTransfer.types.includes('Files')) return
    event.preventDefault()
    event.dataTransfer.dropEffect = 'copy'
    setIsOver(true)
  }
  const leave = (event: DragEvent) => {
    // Not when the pointer only moves between our own children.
    if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setIsOver(false)
  }
  const drop = (event: DragEvent) => {
    setIsOver(false)
    if (isDisabled) return
    event.preventDefault()
    const files = [...event.dataTransfer.files]
    if (files.length > 0) onFiles(files)
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: not a control, files are only dropped on it
    <div
      data-over={isOver || undefined}
      onDragEnter={over}
      onDragOver={over}
      onDragLeave={leave}
      onDrop={drop}
      className={cn('group/drop', className)}
    >
      {children}
    </div>
  )
}
