import bowser from 'bowser'

/** Words for a browser, such as 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && name !== '')
  return names.join(' on ') || 'Unknown device'
}
