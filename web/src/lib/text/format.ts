/** 'h:mm:ss' when at least an hour, else 'm:ss'. */
export function formatDuration(seconds: number): string {
  const whole = Number.isFinite(seconds) ? Math.max(0, Math.floor(seconds)) : 0
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = String(whole % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${rest}` : `${minutes}:${rest}`
}

const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 })

/** 999, 1.2K, 3.4M. */
export function formatCount(count: number): string {
  return compact.format(count)
}

const exact = new Intl.NumberFormat('en')

/** 1,234,567. */
export function formatExactCount(count: number): string {
  return exact.format(count)
}

export const countVideos = (count: number) => `${count} ${count === 1 ? 'video' : 'videos'}`

const relative = new Intl.RelativeTimeFormat('en', { numeric: 'always' })
const units = [
  ['year', 31_557_600],
  ['month', 2_629_800],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** '3 days ago'; 'just now' within the minute and when the date is missing. */
export function formatRelativeTime(date: Date | string | null | undefined, now = Date.now()): string {
  const time = date ? new Date(date).getTime() : Number.NaN
  if (Number.isNaN(time)) return 'just now'
  const seconds = (now - time) / 1000
  const unit = units.find(([, length]) => seconds >= length)
  return unit ? relative.format(-Math.floor(seconds / unit[1]), unit[0]) : 'just now'
}

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** 'March 5, 2025'. */
export function formatDate(date: Date | string): string {
  return longDate.format(new Date(date))
}

const dateAndTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeStyle: 'short' })

/** 'March 5, 2025 at 4:05 PM'. */
export function formatDateTime(date: Date | string): string {
  return dateAndTime.format(new Date(date))
}

const monthAndYear = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric' })

/** The month and year that someone joined: 'March 2025'. */
export function formatJoined(date: Date | string): string {
  return monthAndYear.format(new Date(date))
}

const byteUnits = ['KB', 'MB', 'GB', 'TB'] as const

/** '0 KB', '640 KB', '12.4 MB', '1.9 GB': with units of 1024, as in the hints. */
export function formatBytes(bytes: number): string {
  let value = bytes / 1024
  let unit = 0
  while (value >= 1000 && unit < byteUnits.length - 1) {
    value /= 1024
    unit++
  }
  const digits = unit === 0 || value >= 100 ? 0 : 1
  return `${value.toFixed(digits)} ${byteUnits[unit]}`
}
