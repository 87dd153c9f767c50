/** Everything that XML 1.0 does not allow in a document, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu

export const removeForbidden = (text: string) => text.replace(forbidden, '')

/** JSON for a script element, which an HTML parser would otherwise end at `</script` or change at `<!--`. */
export function toScriptText(value: object | string): string {
  const json = typeof value === 'string' ? value : JSON.stringify(value)
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
}
