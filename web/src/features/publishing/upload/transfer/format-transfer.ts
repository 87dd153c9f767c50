/** Rounded, because a number that changes constantly cannot be read. */
export function formatTimeLeft(seconds: number): string {
  if (seconds < 10) return 'a few seconds left'
  if (seconds < 55) return `${Math.ceil(seconds / 5) * 5} seconds left`
  const minutes = Math.max(1, Math.round(seconds / 60))
  if (minutes < 60) return `${count(minutes, 'minute')} left`
  const rest = minutes % 60
  const hours = count(Math.floor(minutes / 60), 'hour')
  return rest ? `${hours} ${count(rest, 'minute')} left` : `${hours} left`
}

/** Rounded down: 100 means that everything is there. */
export function percentOf(sent: number, total: number): number {
  return total > 0 ? Math.min(100, Math.floor((sent / total) * 100)) : 0
}

function count(number: number, unit: string) {
  return `${number} ${unit}${number === 1 ? '' : 's'}`
}
