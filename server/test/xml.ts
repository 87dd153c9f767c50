import { SaxesParser } from 'saxes'

/** Throws if the text is not a well-formed XML document with declared namespaces. Returns the names of its elements. */
export function checkXml(text: string): string[] {
  const names: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => names.push(name))
  parser.write(text).close()
  return names
}
