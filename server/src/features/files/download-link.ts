import type { AppContext } from '../../context.ts'
import { secondsAfter } from '../../lib/clock.ts'

interface Download {
  key: string
  /** What the file is saved as. */
  name: string
  contentType: string
}

/** An address that saves a stored file under a name, for that many seconds. */
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
  const token = signer.sign(`${key}\n${name}`, secondsAfter(clock.now(), seconds))
  return `/media/download/${token}/${key}?name=${encodeURIComponent(name)}`
}

/** A title as the name of a file. Keeps any script, and leaves out only what file systems refuse. */
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
