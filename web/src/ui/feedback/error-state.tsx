import { CircleAlert } from 'lucide-react'
import { cn } from '../../lib/cn.ts'
import { Button } from '../buttons/button.tsx'

type ErrorStateProps = {
  message: string
  onRetry?: () => void
  isRetrying?: boolean
  className?: string
}

export function ErrorState({ message, onRetry, isRetrying = false, className }: ErrorStateProps) {
  return (
    <div
      role="alert"
      className={cn('grid justify-items-center gap-4 px-4 base:py-16 text-center', className)}
    >
      <CircleAlert aria-hidden="true" className="size-10 stroke-[1.5] text-danger" />
      <p className="max-w-md text-base text-pretty">{message}</p>
      {onRetry && (
        <Button onClick={onRetry} isBusy={isRetrying}>
          Retry
        </Button>
      )}
    </div>
  )
}
