export const megabyte = 1024 ** 2
export const gigabyte = 1024 ** 3

const units: readonly string[] = ['MB', 'GB', 'TB']
const step = 1024

/** '0 MB', '12 MB', '1.5 GB': in steps of 1024, with at most one decimal. */
export function describeBytes(bytes: number): string {
  let value = bytes / (step * step)
  let unit = 0
  while (value >= step && unit < units.length - 1) {
    value /= step
    unit++
  }
  return `${Math.floor(value * 10) / 10} ${units[unit]}`
}

/** '500MB', '50 GB', '1.5TB'; undefined for anything else. */
export function parseBytes(text: string): number | undefined {
  const [, number = '', unit = ''] = /^(\d{1,6}(?:\.\d{1,3})?) ?(MB|GB|TB)$/i.exec(text) ?? []
  const power = units.indexOf(unit.toUpperCase())
  return power < 0 ? undefined : Math.round(Number(number) * step ** (power + 2))
}
