import { GripVertical } from 'lucide-react'
import type { Ref } from 'react'
import { cn } from '../../../lib/cn.ts'
import type { KeyboardReorder, ReorderedVideo } from './use-keyboard-reorder.ts'

type ReorderHandleProps = {
  ref: Ref<HTMLButtonElement>
  video: ReorderedVideo
  index: number
  keyboard: KeyboardReorder
  className?: string
}

/** Drags a row, or moves it with the arrow keys. */
export function ReorderHandle({ ref, video, index, keyboard, className }: ReorderHandleProps) {
  const isLifted = keyboard.liftedId === video._id
  return (
    <button
      ref={ref}
      type="button"
      data-handle={video._id}
      aria-label={`Reorder ${video.title}`}
      aria-pressed={isLifted}
      onKeyDown={(event) => keyboard.onKeyDown(event, video, index)}
      onBlur={({ relatedTarget }) => isLifted && relatedTarget && keyboard.drop()}
      className={cn(
        'relative z-10 grid h-11 w-9 shrink-0 cursor-grab touch-none place-items-center rounded-control text-muted',
        className,
      )}
    >
      <GripVertical aria-hidden="true" className="size-5 stroke-[1.75]" />
    </button>
  )
}
