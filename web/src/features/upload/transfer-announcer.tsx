/** For ears: every change of state, and every tenth of the way. */
export function TransferAnnouncer({ title, percent }: { title: string; percent: number }) {
  const tenth = Math.floor(percent / 10) * 10
  return (
    <p role="status" className="sr-only">
      {title}, {tenth} percent
    </p>
  )
}
