/** A line with 'or' between two alternatives. */
export function OrDivider() {
  return (
    <div className="flex items-center gap-3 text-sm text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
      or
    </div>
  )
}
