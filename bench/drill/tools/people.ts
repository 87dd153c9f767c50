import { api } from '@vireo/contract'
import { TestClient } from '../../../server/test/app/client.ts'
import type { DrillContext } from '../drill.ts'
import { untilReady } from './program.ts'
import { until } from './waiting.ts'

const password = 'Songbird7'
let people = 0

/** A person with a browser, an IP address and an e-mail address of their own. */
export class Person {
  readonly username = `drill${process.pid}n${++people}`
  readonly email = `${this.username}@example.org`
  readonly headers = { 'x-forwarded-for': `2001:db8:${people.toString(16)}::1` }
  readonly client: TestClient
  private readonly context: DrillContext
  private mailsAskedFor = 0
  private mailsPromised = 0

  constructor(context: DrillContext, origin: string) {
    this.context = context
    this.client = new TestClient(origin)
    context.ledger.limit('duplicate mail', async () => this.codes().length <= this.mailsAskedFor)
  }

  /** The first step of signing up: the site acknowledges that it will send a mail. */
  async askForCode(): Promise<void> {
    // Without an answer, the mail may be sent or not.
    this.mailsAskedFor++
    expectOk(
      await this.client.call(api.accounts.sendEmailOtp, {
        body: { email: this.email },
        headers: this.headers,
      }),
    )
    const promised = ++this.mailsPromised
    this.context.ledger.note('mail', async () => this.codes().length >= promised)
  }

  async untilMailed(): Promise<void> {
    await until(`a mail to ${this.email}`, async () => this.codes().length > 0)
  }

  /** The second step: the code of the latest mail. */
  async enterCode(): Promise<void> {
    await this.untilMailed()
    const otp = this.codes().at(-1)?.subject.slice(0, 6) ?? ''
    const body = { email: this.email, otp }
    expectOk(await this.client.call(api.accounts.verifyEmailOtp, { body, headers: this.headers }))
  }

  /** The third step: creates the account. */
  async register(): Promise<void> {
    const body = { fullname: 'Robin Viewer', username: this.username, email: this.email, password }
    expectOk(await this.client.call(api.signIn.register, { body, headers: this.headers }))
    this.context.ledger.note('account', () => this.canSignIn())
  }

  async signUp(): Promise<this> {
    await this.askForCode()
    await this.enterCode()
    await this.register()
    return this
  }

  async canSignIn(): Promise<boolean> {
    const body = { username: this.username, password }
    const browser = new TestClient(this.client.origin)
    return (await browser.call(api.signIn.login, { body, headers: this.headers })).status === 200
  }

  /** The same session in a browser that uses another server of the site. */
  browserAt(origin: string): TestClient {
    const browser = new TestClient(origin)
    for (const [name, value] of this.client.cookies) browser.cookies.set(name, value)
    return browser
  }

  /** The mails with a code. Others are about signing in from a new browser, as the drills do. */
  private codes() {
    const { received } = this.context.mailbox
    return received.filter(({ to, subject }) => to === this.email && /^\d{6} /.test(subject))
  }
}

export function expectOk({ status, message }: { status: number; message: string }): void {
  if (status !== 200) throw new Error(`${status} ${message}`)
}

/** Waits until the site is ready, an account can sign in, and jobs run: a new person's code arrives. */
export async function untilWorking(
  site: { origin: string },
  someone: Person,
  newcomer: Person,
): Promise<void> {
  await untilReady(site)
  await until('somebody can sign in', () => someone.canSignIn())
  await until('somebody can ask for a code', () => newcomer.askForCode().then(() => true))
  await newcomer.untilMailed()
}
