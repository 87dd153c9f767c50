import { addressOf, api, type Notification } from '@vireo/contract'
import { siteUrl } from '../../../../context/config.ts'
import type { AppContext, Context } from '../../../../context/context.ts'
import { loadSecret } from '../../../../db/secret.ts'
import { badRequest } from '../../../../lib/app-error.ts'
import { secondsAfter } from '../../../../lib/clock.ts'
import { createSigner } from '../../../../lib/security/signer.ts'
import { endDigest } from '../notification-settings.queries.ts'
import { listItems } from '../notifications.service.ts'
import { toNotification } from '../notifications.view.ts'
import { findDigestReader } from './digest.queries.ts'

/** The page of notifications shows the rest. */
const itemsInDigest = 20
/** Two years, because people open old messages. */
const tokenSeconds = 2 * 365 * 24 * 3600

const statementOf = (userId: string) => `end digest ${userId}`

/** Mails a person the unread notifications since that time, if there are any. */
export async function mailDigest(context: Context, userId: string, since: Date): Promise<void> {
  const { sql, mail, clock, config } = context
  const email = await findDigestReader(sql, userId)
  if (!email) return
  const rows = await listItems(context, userId, { limit: itemsInDigest + 1, since, isUnread: true })
  if (rows.length === 0) return
  const site = siteUrl(config)
  const signer = createSigner(await loadSecret(sql, 'signing'))
  const token = signer.sign(statementOf(userId), secondsAfter(clock.now(), tokenSeconds))
  const query = new URLSearchParams({ user: userId, token })
  const items = rows.slice(0, itemsInDigest).map(toNotification)
  await mail.send({
    to: email,
    subject: subjectOf(items.length, rows.length > items.length),
    text: digestText(items, site, `${site}/unsubscribe?${query}`),
    headers: {
      'List-Unsubscribe': `<${site}${addressOf(api.notifications.unsubscribe)}?${query}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  })
}

function subjectOf(count: number, hasMore: boolean): string {
  if (count === 1) return 'A new notification on Vireo'
  return `${hasMore ? 'More than ' : ''}${count} new notifications on Vireo`
}

function digestText(items: Notification[], site: string, unsubscribeUrl: string): string {
  const lines = items.map(({ message, excerpt, link }) =>
    [message, excerpt && `  ${excerpt}`, link && `  ${site}${link}`].filter(Boolean).join('\n'),
  )
  return `${lines.join('\n\n')}\n\nAll notifications: ${site}/notifications\n\nYou get this because you turned on the e-mail digest. Stop it: ${unsubscribeUrl}\n`
}

export async function endDigestByToken(
  { sql, signer, clock }: AppContext,
  userId: string,
  token: string,
): Promise<void> {
  if (!signer.verify(statementOf(userId), token, clock.now()))
    throw badRequest('This link is not valid any more', 'token', 'notification.bad-token')
  await endDigest(sql, userId)
}
