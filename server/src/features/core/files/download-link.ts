import type { AppContext } from '../../../context/context.ts'
import type { FileRequest, ServedFile } from '../../../http/files/media-files.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { cachePrivately } from '../../../media/storage/cache-control.ts'

interface Download {
  key: string
  /** The name under which browsers save the file. */
  name: string
  contentType: string
}

/** An address that saves a stored file under a name, valid for that many seconds. */
export async function signDownload(
  { storage, signer, clock }: AppContext,
  { key, name, contentType }: Download,
  seconds: number,
): Promise<string> {
  const direct = await storage.directUrl(key, {
    expiresInSeconds: seconds,
    downloadName: name,
    contentType,
    isPublic: false,
  })
  if (direct) return direct
  const token = signer.sign(statementOf(key, name), secondsAfter(clock.now(), seconds))
  return `/media/download/${token}/${key}?name=${encodeURIComponent(name)}`
}

/** The file of an address from `signDownload`, while the address is valid. */
export function findSignedDownload(
  { signer, clock }: Pick<AppContext, 'signer' | 'clock'>,
  { key, signature, downloadName }: FileRequest,
): ServedFile | undefined {
  if (signature?.use !== 'download' || downloadName === undefined) return undefined
  const isSigned = signer.verify(statementOf(key, downloadName), signature.token, clock.now())
  return isSigned ? { key, downloadName, isPublic: false, cacheControl: cachePrivately } : undefined
}

const statementOf = (key: string, name: string) => `${key}\n${name}`

/** A title as a file name, in any script, without the characters that file systems refuse. */
export function fileName(title: string): string {
  const clean = title
    .replace(/[\p{Cc}<>:"/\\|?*]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  return (
    [...clean]
      .slice(0, 100)
      .join('')
      .replace(/^[. ]+/, '') || 'video'
  )
}
