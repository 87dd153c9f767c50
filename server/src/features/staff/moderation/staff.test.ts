import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { api } from '@vireo/contract'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '../../../../test/app/app.ts'
import { deleteAccountPermanently } from '../../../../test/content/deletion.ts'
import { root } from '../../../../test/conventions/sources.ts'
import { applyAdminEmail } from '../../people/accounts/status/account-status.service.ts'
import { newcomer, newWindow, prove } from '../../people/accounts/test-kit.ts'
import { offerAdminLink } from './admin-link.service.ts'
import { changeAdmin } from './staff.service.ts'
import { latestEntry, reverse, staff, suspend } from './test-kit.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ LOG_LEVEL: 'warn' }, { logTo: { write: (line) => void logged.push(line) } })
})
beforeEach(() => newWindow(app))
afterAll(() => app.close())

const logged: string[] = []
const roleOf = async (id: string) =>
  (await app.context.sql<{ role: string }[]>`select role from users where id = ${id}`)[0]?.role
const claim = (client: Awaited<ReturnType<TestApp['signedIn']>>, token: string) =>
  client.call(api.staff.claimAdmin, { body: { token } })

const offerLink = async () => {
  logged.length = 0
  await offerAdminLink(app.context, 'https://videos.example.org')
  return /https:\/\/videos\.example\.org\/moderation\/administrator#([\w-]+)/.exec(logged.join('\n'))?.[1]
}

it('the link logged by a site without administrators makes one person the administrator, once', async () => {
  const token = (await offerLink()) ?? ''
  expect(token.length).toBeGreaterThan(20)
  const stored = JSON.stringify(await app.context.sql`select * from admin_links`)
  expect(stored).not.toContain(token)
  const [robin, wren] = [await app.signedIn(), await app.signedIn()]
  expect(await claim(robin, 'nonsense')).toMatchObject({
    status: 403,
    envelope: { code: 'moderation.link-invalid' },
  })
  expect((await app.visitor().call(api.staff.claimAdmin, { body: { token } })).status).toBe(401)
  const answers = await Promise.all([claim(robin, token), claim(wren, token)])
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 403])
  const [admin] = answers[0]?.status === 200 ? [robin] : [wren]
  expect((await admin.call(api.accounts.currentUser)).data.role).toBe('admin')
  expect(await latestEntry(admin)).toMatchObject({ action: 'promote', actorName: admin.person.username })
  expect(await offerLink()).toBe(undefined)
  await changeAdmin(app.context.sql, 'demote', admin.person.username, app.clock.now())
})

describe('an old administrator link is invalid', () => {
  const { status, envelope } = { status: 403, envelope: { code: 'moderation.link-invalid' } }

  it('after a newer one was logged', async () => {
    const [first = '', second = ''] = [await offerLink(), await offerLink()]
    const robin = await app.signedIn()
    expect(await claim(robin, first)).toMatchObject({ status, envelope })
    expect((await claim(robin, second)).status).toBe(200)
    await changeAdmin(app.context.sql, 'demote', robin.person.username, app.clock.now())
  })

  it('unless it is the last one of several simultaneous starts', async () => {
    logged.length = 0
    await Promise.all([1, 2, 3].map(() => offerAdminLink(app.context, 'https://videos.example.org')))
    const tokens = logged.map((line) => /#([\w-]+)/.exec(line)?.[1] ?? '')
    expect(tokens).toHaveLength(3)
    const robin = await app.signedIn()
    const statuses: number[] = []
    for (const token of tokens) statuses.push((await claim(robin, token)).status)
    expect(statuses).toEqual([403, 403, 200])
    await changeAdmin(app.context.sql, 'demote', robin.person.username, app.clock.now())
  })

  it.each(['the command line', 'ADMIN_EMAIL'])('after an administrator was made by %s', async (by) => {
    const { sql, clock } = app.context
    const token = (await offerLink()) ?? ''
    const { username, email } = await app.createPerson()
    const config = { ...app.config, adminEmail: email }
    if (by === 'ADMIN_EMAIL') await sql.begin((tx) => applyAdminEmail(tx, { ...app.context, config }))
    else await changeAdmin(sql, 'promote', username, clock.now())
    await changeAdmin(sql, 'demote', username, clock.now())
    expect(await claim(await app.signedIn(), token)).toMatchObject({ status, envelope })
  })
})

describe('a suspended account', () => {
  const suspended = async (by: 'moderator' | 'admin' = 'admin') => {
    const person = await app.createPerson()
    expect((await suspend(await staff(app, by), person.id)).status).toBe(200)
    return person
  }

  it('cannot be promoted in any way', async () => {
    const { sql, clock } = app.context
    const { id, username, email } = await suspended()
    await expect(changeAdmin(sql, 'promote', username, clock.now())).rejects.toThrow(
      `${username} is suspended and could not sign in: lift the suspension first`,
    )
    logged.length = 0
    const config = { ...app.config, adminEmail: email }
    await sql.begin((tx) => applyAdminEmail(tx, { ...app.context, config }))
    expect(await roleOf(id)).toBe('member')
    expect(logged.join()).toContain('The account of ADMIN_EMAIL is suspended')
  })

  it('can be reinstated by an administrator in any role, by moderators if it is a member’s', async () => {
    const [admin, moderator] = [await staff(app, 'admin'), await staff(app, 'moderator')]
    for (const role of ['member', 'moderator', 'admin']) {
      const { id } = await suspended('moderator')
      await app.context.sql`update users set role = ${role} where id = ${id}`
      const { _id } = await latestEntry(admin)
      if (role !== 'member') expect((await reverse(moderator, _id)).status).toBe(403)
      expect((await reverse(role === 'member' ? moderator : admin, _id)).status).toBe(200)
    }
  })
})

it('the account of ADMIN_EMAIL is an administrator, whether it exists, is created later or gets the address later', async () => {
  const { sql } = app.context
  const config = { ...app.config, adminEmail: 'Chief@Example.org' }
  const chief = await app.createPerson('chief')
  const apply = () => sql.begin((tx) => applyAdminEmail(tx, { ...app.context, config }))
  await apply()
  await apply()
  expect(await roleOf(chief.id)).toBe('admin')
  const entries = await sql`select actor_name from audit_log where subject_id = ${chief.id}`
  expect(entries).toEqual([{ actor_name: 'ADMIN_EMAIL' }])

  const other = await createTestApp({ ADMIN_EMAIL: 'first@example.org' })
  const client = other.visitor()
  await prove(other, client, 'first@example.org')
  const { data } = await client.call(api.signIn.register, { body: newcomer('first') })
  expect(data.role).toBe('admin')
  const second = other.visitor()
  await prove(other, second, 'second@example.org')
  expect((await second.call(api.signIn.register, { body: newcomer('second') })).data.role).toBe('member')

  const { sql: database } = other.context
  await database`update users set email = 'old@example.org', email_key = 'old@example.org' where username = 'first'`
  const body = { email: 'first@example.org', password: newcomer('second').password }
  expect((await second.call(api.accounts.updateAccount, { body })).data.role).toBe('member')
  const otp = await other.newestCode(body.email)
  expect((await second.call(api.accounts.confirmEmail, { body: { otp } })).data.role).toBe('admin')
  await other.close()
})

it('npm run admin promotes and demotes a person by name', async () => {
  const { sql, clock } = app.context
  const robin = await app.signedIn('promoted')
  const env = { ...process.env, DATABASE_URL: app.config.databaseUrl }
  const words = ['scripts/admin.ts', 'promote', 'Promoted']
  const { stdout } = await promisify(execFile)(process.execPath, words, { cwd: root, env })
  expect(stdout).toBe('promoted is an administrator now\n')
  expect(await roleOf(robin.person.id)).toBe('admin')
  const { data } = await robin.call(api.moderation.log, { query: {} })
  expect(data.docs.find((entry) => entry.subjectName === '@promoted')).toMatchObject({
    action: 'promote',
    actorName: 'command line',
  })
  const demote = (name: string) => changeAdmin(sql, 'demote', name, clock.now())
  expect(await demote('PROMOTED')).toBe('promoted is not an administrator any more')
  expect(await demote('promoted')).toBe('promoted is not an administrator')
  expect(await roleOf(robin.person.id)).toBe('member')
  await expect(demote('nobody')).rejects.toThrow('There is no account with the username "nobody"')
})

it('an administrator appoints and dismisses moderators, with immediate effect', async () => {
  const [admin, moderator, robin] = [
    await staff(app, 'admin'),
    await staff(app, 'moderator'),
    await app.signedIn(),
  ]
  const appoint = (client: typeof admin) =>
    client.call(api.staff.appoint, { body: { username: robin.person.username.toUpperCase() } })
  const params = { channelId: robin.person.id }
  expect((await appoint(moderator)).status).toBe(404)
  expect((await appoint(admin)).status).toBe(200)
  expect((await appoint(admin)).status).toBe(200)
  expect((await robin.call(api.moderation.cases, { query: {} })).status).toBe(200)
  const { data } = await admin.call(api.staff.list)
  expect(data.staff.find((one) => one._id === robin.person.id)?.role).toBe('moderator')
  expect((await moderator.call(api.staff.unappoint, { params })).status).toBe(404)
  expect((await admin.call(api.staff.unappoint, { params })).status).toBe(200)
  expect((await admin.call(api.staff.unappoint, { params })).status).toBe(404)
  expect((await robin.call(api.moderation.cases, { query: {} })).status).toBe(404)
  const self = { params: { channelId: admin.person.id } }
  expect((await admin.call(api.staff.unappoint, self)).status).toBe(404)
  const unknown = await admin.call(api.staff.appoint, { body: { username: 'nobody.at.all' } })
  expect(unknown).toMatchObject({ status: 400, envelope: { code: 'moderation.unknown-username' } })
  expect(unknown.envelope.errors?.[0]?.field).toBe('username')
  const again = await admin.call(api.staff.appoint, { body: { username: admin.person.username } })
  expect(again).toMatchObject({ status: 400, envelope: { code: 'moderation.already-admin' } })
})

it('the log keeps every action, and the database lets nobody change it', async () => {
  const { sql } = app.context
  const admin = await staff(app, 'admin')
  for (const signUp of ['closed', 'open'] as const)
    await admin.call(api.siteSettings.setSignUp, { body: { signUp } })
  expect(await latestEntry(admin)).toMatchObject({ action: 'set-sign-up', note: 'open', canReverse: false })
  const { _id } = await latestEntry(admin)
  for (const change of [
    sql`update audit_log set note = 'nothing' where id = ${_id}`,
    sql`delete from audit_log where id = ${_id}`,
    sql`truncate audit_log cascade`,
  ])
    await expect(change).rejects.toThrow('audit_log cannot be changed')
  await deleteAccountPermanently(app, admin)
  expect(await sql`select from users where id = ${admin.person.id}`).toEqual([])
  const { data } = await (await staff(app, 'moderator')).call(api.moderation.log, { query: {} })
  expect(data.docs.find((entry) => entry._id === _id)?.actorName).toBe(admin.person.username)
})
