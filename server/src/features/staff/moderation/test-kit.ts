import { api, type BodyOf, type ReportKind } from '@vireo/contract'
import type { TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'

/** A client in which a new moderator or administrator is signed in. */
export async function staff(app: TestApp, role: 'moderator' | 'admin') {
  const client = await app.signedIn()
  await app.context.sql`update users set role = ${role} where id = ${client.person.id}`
  return client
}

type Reason = BodyOf<typeof api.moderation.remove>
const spam: Reason = { reason: 'spam' }

export function report(client: TestClient, kind: ReportKind, id: string, body: Reason = spam) {
  if (kind === 'video') return client.call(api.reports.video, { params: { videoId: id }, body })
  if (kind === 'tweet') return client.call(api.reports.tweet, { params: { tweetId: id }, body })
  if (kind === 'comment') return client.call(api.reports.comment, { params: { commentId: id }, body })
  return client.call(api.reports.profile, { params: { channelId: id }, body })
}

/** The open case about a subject, as a moderator sees it. */
export async function findOpenCase(client: TestClient, subjectId: string) {
  const { data } = await client.call(api.moderation.cases, { query: { limit: 100 } })
  return data.docs.find(({ video, tweet, comment, profile }) =>
    [video, tweet, comment, profile].some((subject) => subject?._id === subjectId),
  )
}

export async function getOpenCase(client: TestClient, subjectId: string) {
  const found = await findOpenCase(client, subjectId)
  if (!found) throw new Error('There is no open case about this')
  return found
}

export const dismiss = (client: TestClient, id: string) =>
  client.call(api.moderation.dismiss, { params: { id } })
export const remove = (client: TestClient, id: string, body: Reason = spam) =>
  client.call(api.moderation.remove, { params: { id }, body })
export const suspend = (client: TestClient, channelId: string, body: Reason = spam) =>
  client.call(api.moderation.suspend, { params: { channelId }, body })

export async function latestEntry(client: TestClient) {
  const { data } = await client.call(api.moderation.log, { query: { limit: 1 } })
  const [entry] = data.docs
  if (!entry) throw new Error('The log is empty')
  return entry
}

export const reverse = (client: TestClient, id: string) =>
  client.call(api.moderation.reverse, { params: { id } })

/** The actions in a person's notifications, such as “replied to your tweet”. */
export const actionsOf = async (client: TestClient): Promise<string[]> => {
  const list = (await (await client.fetch('/api/notifications')).json()) as { action: string }[]
  return list.map(({ action }) => action)
}
