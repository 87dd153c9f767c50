import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { limits, t } from '@vireo/contract'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { isOutage } from '../../../jobs/is-outage.ts'
import { openScratch } from '../../../lib/files/scratch.ts'
import { fetchPublicFile } from '../../../lib/net/fetch-public-file.ts'
import { getUser } from '../accounts/accounts.queries.ts'
import { avatarKind, replacePicture } from '../accounts/pictures/pictures.service.ts'

/** Gives a new account the person's picture at the provider. If that fails, it has none, as after any sign-up. */
export const fetchAvatarJob = defineJob({
  name: 'providers:fetch-avatar',
  payload: t.object({ userId: t.string(), url: t.string(), providerOrigin: t.string() }),
  maxAttempts: 3,
  giveUpAfterSeconds: 24 * 3600,
  timeoutSeconds: 60,
  handler: async (context: Context, { userId, url, providerOrigin }, { signal }) => {
    try {
      const { avatar_folder } = await getUser(context.sql, userId)
      // They chose a picture in the meantime.
      if (avatar_folder) return
      const bytes = await fetchPublicFile(url, {
        maxBytes: limits.avatarBytes,
        timeoutMs: 10_000,
        trustedOrigin: providerOrigin,
        signal,
      })
      await using temporary = await openScratch(context.config.scratchDir)
      const folder = temporary.path
      const path = join(folder, 'picture')
      await writeFile(path, bytes)
      const file = { path, size: bytes.length, name: 'picture' }
      await replacePicture(context, userId, avatarKind, file, { onlyFirst: true })
    } catch (error) {
      if (isOutage(error) || signal.aborted) throw error
      const host = URL.canParse(url) ? new URL(url).host : 'no address'
      context.log.warn({ host, reason: String(error) }, 'the picture of a new person could not be fetched')
    }
  },
})
