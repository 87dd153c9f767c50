/** The harmless tags that players support. */
const keptTag = /<\/?[biu]>/g
const tag = /<(\/?)([a-z][a-z0-9]*)\b[^<>]*>|<\d[\d:.]*>/gi
const scriptOrStyle = /<(script|style)\b[^<>]*>[\s\S]*?(?:<\/\1\s*>|$)/gi
/** Positions and effects of SubStation Alpha, which some programs write into .srt files. */
const subStationCode = /\{\\[^{}\n]*\}/g
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const controlCharacters = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufeff]/g

const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00a0',
  lrm: '\u200e',
  rlm: '\u200f',
}

const decodeEntities = (text: string) =>
  text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,4}));/gi, (whole, decimal, hex, name) => {
    if (name) return entities[name.toLowerCase()] ?? whole
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16)
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : ''
  })

const escapeText = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** The text of a cue as WebVTT; keeps only text, line breaks and the tags for bold, italic and underlined text. */
export function cleanCueText(text: string): string {
  const plain = text
    .replace(subStationCode, '')
    .replace(scriptOrStyle, '')
    .replace(tag, (_whole, slash = '', name = '') => {
      const lower = name.toLowerCase()
      return ['b', 'i', 'u'].includes(lower) ? `<${slash}${lower}>` : ''
    })
  const tags = plain.match(keptTag) ?? []
  const pieces = plain
    .split(keptTag)
    .map((piece) => escapeText(decodeEntities(piece).replace(controlCharacters, '')))
  return pieces
    .flatMap((piece, i) => [piece, tags[i] ?? ''])
    .join('')
    .toWellFormed()
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
}

/** The text of a cue without tags, for people to read. */
export const toPlainText = (text: string) => decodeEntities(cleanCueText(text).replace(keptTag, ''))
