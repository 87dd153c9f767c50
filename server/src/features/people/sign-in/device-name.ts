import bowser from 'bowser'

/** For unknown user agents the parser returns parts of their text, which must not end up in our mails. */
const knownNames = new Set([...Object.values(bowser.BROWSER_MAP), ...Object.values(bowser.OS_MAP)])

/** A name for a browser, such as 'Chrome on Windows'. */
export function deviceName(userAgent: string): string {
  if (!userAgent) return 'Unknown device'
  const { browser, os } = bowser.parse(userAgent)
  const names = [browser.name, os.name].filter((name) => name !== undefined && knownNames.has(name))
  return names.join(' on ') || 'Unknown device'
}
