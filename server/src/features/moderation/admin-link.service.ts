import type { Context } from '../../context.ts'
import type { Viewer } from '../../http/sessions.ts'
import { forbidden } from '../../lib/app-error.ts'
import { newToken } from '../../lib/tokens.ts'
import { hasAdmin, lockStanding, setRole } from '../accounts/standing.service.ts'
import { recordAction } from '../audit/audit.service.ts'
import { deleteLinks, hasLink, insertLink, lockLinks } from './admin-link.queries.ts'

/** The page that takes the token; behind #, so that no proxy writes it into its log. */
const linkPath = '/moderation/administrator#'

/** While a site has no administrator, each start logs a link that makes whoever opens it the administrator. */
export async function offerAdminLink(context: Context, origin: string): Promise<void> {
  const { sql, clock, config, log } = context
  if (config.adminEmail || (await hasAdmin(sql))) return
  const token = newToken()
  await insertLink(sql, token, clock.now())
  log.info(`This site has no administrator. To become it, sign in and open ${origin}${linkPath}${token}`)
}

export async function claimAdmin({ sql, clock }: Context, viewer: Viewer, token: string): Promise<void> {
  await sql.begin(async (tx) => {
    await lockLinks(tx)
    const isValid = (await hasLink(tx, token)) && !(await hasAdmin(tx))
    const user = isValid ? await lockStanding(tx, viewer.id) : undefined
    if (!user)
      throw forbidden(
        'moderation.link-invalid',
        'This link was used already, or the site has an administrator',
      )
    await setRole(tx, user.id, 'admin')
    await deleteLinks(tx)
    const subject = { kind: 'profile', id: user.id, name: `@${user.username}`, ownerId: user.id } as const
    const note = 'With the link of the log'
    await recordAction(tx, { actor: viewer, action: 'promote', subject, note }, clock.now())
  })
}
