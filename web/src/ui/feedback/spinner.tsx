import { cn } from '../../lib/cn.ts'

/** Hidden from screen readers unless it has a label, because the busy control usually announces its state. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <span
      role={label ? 'status' : undefined}
      aria-hidden={label ? undefined : true}
      className={cn('inline-grid', className)}
    >
      <svg viewBox="0 0 20 20" fill="none" aria-hidden="true" className="size-5 animate-spinner">
        <circle cx="10" cy="10" r="7.5" stroke="currentColor" strokeWidth="2" opacity="0.25" />
        <path d="M17.5 10A7.5 7.5 0 0 0 10 2.5" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </span>
  )
}
