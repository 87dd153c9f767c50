/** The file in a base64 data URI. The page's policy forbids to fetch it. */
export function toBlob(dataUri: string): Blob {
  const [head = '', base64 = ''] = dataUri.split(',')
  const bytes = Uint8Array.from(atob(base64), (char) => char.charCodeAt(0))
  return new Blob([bytes], { type: head.slice('data:'.length).replace(';base64', '') })
}
