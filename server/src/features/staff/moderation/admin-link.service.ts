import type { Context } from '../../../context/context.ts'
import type { Viewer } from '../../../http/access/sessions.ts'
import { forbidden } from '../../../lib/app-error.ts'
import { newToken } from '../../../lib/security/tokens.ts'
import {
  deleteAdminLinks,
  hasAdmin,
  hasAdminLink,
  insertAdminLink,
  lockAccount,
  lockAdminLinks,
} from '../../people/accounts/status/account-status.queries.ts'
import { makeAdmin } from '../../people/accounts/status/account-status.service.ts'

/** The page that uses the token, which comes after a # to keep it out of the logs of proxies. */
const linkPath = '/moderation/administrator#'

/**
 * While a site has no administrator, each start logs a link that makes the person who opens it the administrator. Only
 * the newest link is valid.
 */
export async function offerAdminLink(context: Context, origin: string): Promise<void> {
  const { sql, clock, config, log } = context
  await sql.begin(async (tx) => {
    await lockAdminLinks(tx)
    await deleteAdminLinks(tx)
    if (config.adminEmail || (await hasAdmin(tx))) return
    const token = newToken()
    await insertAdminLink(tx, token, clock.now())
    // A warning, which most log levels print. Logged before the lock ends, so that the last link in the log is valid.
    log.warn(
      `This site has no administrator. To become the administrator, sign in and open ${origin}${linkPath}${token}`,
    )
  })
}

/** Of two people who open links at the same time, one becomes the administrator. */
export async function claimAdmin({ sql, clock }: Context, viewer: Viewer, token: string): Promise<void> {
  await sql.begin(async (tx) => {
    const user = await lockAccount(tx, viewer.id)
    await lockAdminLinks(tx)
    const isValid = (await hasAdminLink(tx, token)) && !(await hasAdmin(tx))
    if (!isValid || !user?.is_active)
      throw forbidden(
        'moderation.link-invalid',
        'This link was used already, or the site has an administrator',
      )
    await makeAdmin(tx, user, { actor: viewer, note: 'With the link from the log' }, clock.now())
  })
}
