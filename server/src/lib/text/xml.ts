import { escapeHtml } from '@vireo/contract'
import { removeForbidden } from './markup.ts'

type Attributes = Record<string, string | number>

export const xmlDeclaration = '<?xml version="1.0" encoding="UTF-8"?>\n'

/** The five characters that HTML escapes are the ones that XML has to escape. */
export const escapeXml = (text: string) => escapeHtml(removeForbidden(text))

/** An XML element with plain attributes. Its content is XML already. */
export function element(name: string, attributes: Attributes, content = ''): string {
  let start = `<${name}`
  for (const [key, value] of Object.entries(attributes)) start += ` ${key}="${escapeXml(String(value))}"`
  return content ? `${start}>${content}</${name}>` : `${start}/>`
}

/** An XML element with a plain text. */
export const textElement = (name: string, text: string, attributes: Attributes = {}) =>
  element(name, attributes, escapeXml(text))
