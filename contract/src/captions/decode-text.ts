/** The encodings of Windows programs before Unicode, by the language of the text. */
const legacyEncodings: Readonly<Record<string, string>> = {
  'windows-1250': 'bs cs hr hu pl ro sk sl sq',
  'windows-1251': 'be bg kk ky mk mn ru sr tg tt uk',
  'windows-1253': 'el',
  'windows-1254': 'az ku tr',
  'windows-1255': 'he yi',
  'windows-1256': 'ar fa ps ur',
  'windows-1257': 'et lt lv',
  'windows-1258': 'vi',
  'windows-874': 'th',
  shift_jis: 'ja',
  'euc-kr': 'ko',
  gb18030: 'zh',
}

function legacyEncodingOf(language: string): string {
  if (/^zh-(hant|tw|hk|mo)\b/i.test(language)) return 'big5'
  const base = language.split('-')[0]?.toLowerCase() ?? ''
  const found = Object.entries(legacyEncodings).find(([, languages]) => languages.split(' ').includes(base))
  return found?.[0] ?? 'windows-1252'
}

const markedAs = (bytes: Uint8Array, ...mark: number[]) => mark.every((byte, i) => bytes[i] === byte)

/** Times are ASCII in every language, so in UTF-16 every second byte of many characters is zero. */
function utf16Of(bytes: Uint8Array): string | undefined {
  if (markedAs(bytes, 0xff, 0xfe)) return 'utf-16le'
  if (markedAs(bytes, 0xfe, 0xff)) return 'utf-16be'
  const sample = bytes.subarray(0, 2000)
  const zeros = [0, 0]
  for (let i = 0; i < sample.length; i++) if (sample[i] === 0) zeros[i % 2] = (zeros[i % 2] ?? 0) + 1
  const [even = 0, odd = 0] = zeros
  if (Math.max(even, odd) < sample.length / 10) return undefined
  if (odd > 8 * even) return 'utf-16le'
  return even > 8 * odd ? 'utf-16be' : undefined
}

function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/**
 * The text of a file in UTF-8 or UTF-16, with or without a byte order mark, or in the old Windows encoding of this
 * language. Undefined if it is not text.
 */
export function decodeText(bytes: Uint8Array, language = ''): string | undefined {
  const utf16 = utf16Of(bytes)
  const text = utf16
    ? new TextDecoder(utf16).decode(bytes)
    : (decodeUtf8(bytes) ?? new TextDecoder(legacyEncodingOf(language)).decode(bytes))
  return text.includes('\0') ? undefined : text
}
