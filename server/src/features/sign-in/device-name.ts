import bowser from 'bowser'

/** The parser repeats words of a user agent that it does not know, and these names are mailed. */
const knownNames = new Set([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)])

/** Words for a browser, such as 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && knownNames.has(name))
  return names.join(' on ') || 'Unknown device'
}
