import { plainLine } from '@vireo/contract'
import type { AppContext } from '../../../context/context.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import type { FileRequest, ServedFile } from '../../../http/files/media-files.ts'
import { secondsAfter } from '../../../lib/clock.ts'
import { cacheNever, cachePrivately } from '../../../media/storage/cache-control.ts'

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
  return addressOf(token, key, name)
}

/** The same for one session only: the address is worthless without its cookie, and always one of this site. */
export function signSessionDownload(
  { signer, clock }: Pick<AppContext, 'signer' | 'clock'>,
  { key, name }: Pick<Download, 'key' | 'name'>,
  { sessionId }: Pick<Viewer, 'sessionId'>,
  seconds: number,
): string {
  const token = signer.sign(statementOf(key, name, sessionId), secondsAfter(clock.now(), seconds))
  return addressOf(token, key, name)
}

const addressOf = (token: string, key: string, name: string) =>
  `/media/download/${token}/${key}?name=${encodeURIComponent(name)}`

/** The file of an address from `signDownload`, while the address is valid. */
export function findSignedDownload(
  { signer, clock }: Pick<AppContext, 'signer' | 'clock'>,
  { key, signature, downloadName }: FileRequest,
): ServedFile | undefined {
  if (signature?.use !== 'download' || downloadName === undefined) return undefined
  const isSigned = signer.verify(statementOf(key, downloadName), signature.token, clock.now())
  return isSigned ? { key, downloadName, isPublic: false, cacheControl: cachePrivately } : undefined
}

/** The file of an address from `signSessionDownload`, for that session while the address is valid. */
export async function findSessionDownload(
  { signer, clock }: Pick<AppContext, 'signer' | 'clock'>,
  { key, signature, downloadName, findViewer }: FileRequest,
): Promise<ServedFile | undefined> {
  if (signature?.use !== 'download' || downloadName === undefined) return undefined
  const viewer = await findViewer()
  if (!viewer) return undefined
  const statement = statementOf(key, downloadName, viewer.sessionId)
  if (!signer.verify(statement, signature.token, clock.now())) return undefined
  return { key, downloadName, isPublic: false, cacheControl: cacheNever, directSeconds: storeSeconds }
}

/** How long the store sends a file after the session was checked: long enough to follow the redirect. */
const storeSeconds = 30

const statementOf = (...parts: string[]) => parts.join('\n')

/** A title as a file name, in any script, without the characters that file systems refuse. */
export function fileName(title: string): string {
  const clean = plainLine(title)
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
