import { plainLine } from '@vireo/contract'

/**
 * The header with which browsers save a file under this name, in ASCII for old browsers and in UTF-8. See decision 36.
 */
export function attachmentNamed(name: string): string {
  const wellFormed = name
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these would break out of the header
    .replace(/[\u0000-\u001f\u007f]/g, '')
  const line = plainLine(wellFormed)
  const ascii = line.replace(/[^\x20-\x7e]/g, '_').replace(/["\\%]/g, '_')
  const encoded = encodeURIComponent(line).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
