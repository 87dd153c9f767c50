import { CircleAlert } from 'lucide-react'

/** An error about the whole form, next to its button. Announced when it appears. */
export function FormAlert({ message }: { message: string | undefined }) {
  if (!message) return null
  return (
    <p
      role="alert"
      className="flex gap-2 rounded-control border border-danger/40 bg-danger/10 px-3 py-2.5 text-sm text-text"
    >
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-danger" />
      <span className="min-w-0 wrap-anywhere">{message}</span>
    </p>
  )
}
