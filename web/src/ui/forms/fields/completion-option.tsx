import { type ReactNode, useEffect, useRef } from 'react'
import { cn } from '../../../lib/cn.ts'

type CompletionOptionProps = {
  id: string
  isActive: boolean
  onChoose: () => void
  className: string
  children: ReactNode
}

/** An entry in a list of completions for a text box. The focus stays in the box, whose keys move through the list. */
export function CompletionOption({ id, isActive, onChoose, className, children }: CompletionOptionProps) {
  const element = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (isActive) element.current?.scrollIntoView({ block: 'nearest' })
  }, [isActive])
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the box, which has the focus
    // biome-ignore lint/a11y/useFocusableInteractive: as above
    <div
      ref={element}
      id={id}
      role="option"
      aria-selected={isActive}
      onClick={onChoose}
      className={cn(
        'flex min-h-10 cursor-pointer items-center hover:bg-surface-2 aria-selected:bg-surface-2',
        'aria-selected:shadow-[inset_3px_0_0_var(--accent)] pointer-coarse:min-h-11',
        className,
      )}
    >
      {children}
    </div>
  )
}
