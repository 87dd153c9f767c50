import { api } from '@vireo/contract'
import { startSite } from '../../e2e/support/site.ts'
import { connect } from '../../server/src/db/sql.ts'
import { postTweet } from '../../server/test/content/tweets.ts'
import { median, report } from '../tools/report.ts'

// The cost of notifying subscribers, for the channel and for its readers.
// Goals: posting with 100,000 subscribers takes at most 1.3 times as long as with none and writes no rows for them; the
// notifications of a person with 1,000 subscriptions and 100,000 tweets take at most ten times as long as with one.
const subscribers = 100_000
const channels = 1000
const tweetsPerChannel = 100
const posts = 9
const reads = 25

const site = await startSite()
const sql = connect(site.databaseUrl)
try {
  const [quiet, popular] = [await site.signUp(), await site.signUp()]
  const [one, many] = [await site.signUp(), await site.signUp()]
  await fill(popular.person.username, one.person.username, many.person.username)
  const before = await countRows()
  const floor = await timePosts(quiet.client)
  const measured = await timePosts(popular.client)
  const rows = (await countRows()) - before
  report('posting a tweet to 100,000 subscribers', measured, floor, 'ms', 1.3)
  console.log(`rows written for subscribers: ${rows}`)
  if (rows > 0) process.exitCode = 1
  report(
    'notifications of a person with 1,000 subscriptions',
    await timeNotifications(many.client),
    await timeNotifications(one.client),
    'ms',
    10,
  )
} finally {
  await sql.end({ timeout: 5 })
  await site.close()
}

/** Adds the subscribers of the popular channel, and the channels with tweets that the readers subscribe to. */
async function fill(popular: string, one: string, many: string) {
  await sql.begin(async (tx) => {
    await tx`set local statement_timeout = '300s'`
    // Triggers count and index row by row, which would take minutes.
    for (const table of ['users', 'subscriptions', 'tweets'])
      await tx`alter table ${tx(table)} disable trigger user`
    const insertPeople = (prefix: string, count: number) => tx`
      insert into users (id, username, username_key, fullname, email, email_key, created_at, updated_at)
      select gen_random_uuid(), n, n, n, n, n, now(), now()
      from (select ${prefix} || i as n from generate_series(1, ${count}::int) i) names`
    await insertPeople('fan', subscribers)
    await insertPeople('channel', channels)
    await tx`
      insert into subscriptions (subscriber_id, channel_id, created_at)
      select f.id, c.id, now() - interval '1 year' from users f, users c
      where f.username like 'fan%' and c.username = ${popular}`
    await tx`
      insert into tweets (id, owner_id, content, folder, created_at, updated_at)
      select gen_random_uuid(), c.id, 'Tweet ' || i, c.id || '/' || i, now() - random() * interval '80 days', now()
      from users c, generate_series(1, ${tweetsPerChannel}::int) i where c.username like 'channel%'`
    await tx`
      insert into subscriptions (subscriber_id, channel_id, created_at)
      select f.id, c.id, now() - interval '1 year' from users f, users c
      where c.username like 'channel%' and (f.username = ${many} or f.username = ${one} and c.username = 'channel1')`
  })
  for (const table of ['users', 'subscriptions', 'tweets']) {
    await sql`alter table ${sql(table)} enable trigger user`
    await sql`analyze ${sql(table)}`
  }
}

async function countRows() {
  const [row] = await sql<{ count: number }[]>`
    select (select count(*) from notifications) + (select count(*) from notification_actors)
      + (select count(*) from notification_reads) as count`
  return Number(row?.count)
}

type Client = Awaited<ReturnType<typeof site.signUp>>['client']

async function timePosts(client: Client): Promise<number> {
  return time(posts, () => postTweet(client))
}

async function timeNotifications(client: Client): Promise<number> {
  return time(reads, async () => {
    const answer = await client.fetch(api.notifications.list.path)
    if (!answer.ok) throw new Error(`The notifications were answered with ${answer.status}`)
    await answer.arrayBuffer()
  })
}

async function time(times: number, work: () => Promise<unknown>): Promise<number> {
  const taken: number[] = []
  for (let i = 0; i < times; i++) {
    const start = performance.now()
    await work()
    taken.push(performance.now() - start)
  }
  return median(taken)
}
