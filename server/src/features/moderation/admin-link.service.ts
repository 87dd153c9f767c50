import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/sessions.ts'
import { forbidden } from '../../lib/app-error.ts'
import { newToken } from '../../lib/tokens.ts'
import {
  deleteAdminLinks,
  hasAdmin,
  lockAdminLinks,
  lockStanding,
  makeAdmin,
} from '../accounts/standing.service.ts'
import { hasLink, insertLink } from './admin-link.queries.ts'

/** The page that takes the token; behind #, so that no proxy writes it into its log. */
const linkPath = '/moderation/administrator#'

/**
 * While a site has no administrator, each start logs a link that makes whoever opens it the administrator. Only the
 * newest link is valid.
 */
export async function offerAdminLink(context: Context, origin: string): Promise<void> {
  const { sql, clock, config, log } = context
  await sql.begin(async (tx) => {
    await lockAdminLinks(tx)
    await deleteAdminLinks(tx)
    if (config.adminEmail || (await hasAdmin(tx))) return
    const token = newToken()
    await insertLink(tx, token, clock.now())
    // A warning, which most levels print; before the lock ends, so that of several starts the last one logged is valid.
    log.warn(`This site has no administrator. To become it, sign in and open ${origin}${linkPath}${token}`)
  })
}

/** Of two people who open links at the same time, one becomes the administrator. */
export async function claimAdmin({ sql, clock }: Context, viewer: Viewer, token: string): Promise<void> {
  await sql.begin(async (tx) => {
    const user = await lockStanding(tx, viewer.id)
    await lockAdminLinks(tx)
    const isValid = (await hasLink(tx, token)) && !(await hasAdmin(tx))
    if (!isValid || !user?.is_active)
      throw forbidden(
        'moderation.link-invalid',
        'This link was used already, or the site has an administrator',
      )
    await makeAdmin(tx, user, { actor: viewer, note: 'With the link from the log' }, clock.now())
  })
}
