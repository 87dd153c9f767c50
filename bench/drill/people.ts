import { api } from '@vireo/contract'
import { TestClient } from '../../server/test/client.ts'
import { until } from './drill.ts'
import type { Stage } from './stage.ts'

const password = 'Songbird7'
let people = 0

/** Someone at the keyboard: a browser, an address on the network and one in the mail. */
export class Person {
  readonly username = `drill${process.pid}n${++people}`
  readonly email = `${this.username}@example.org`
  readonly headers = { 'x-forwarded-for': `2001:db8:${people.toString(16)}::1` }
  readonly client: TestClient
  private readonly stage: Stage

  constructor(stage: Stage, origin: string) {
    this.stage = stage
    this.client = new TestClient(origin)
  }

  /** The first step of signing up; what is acknowledged here is a mail. */
  async askForCode(): Promise<void> {
    expectOk(
      await this.client.call(api.user.sendEmailOtp, { body: { email: this.email }, headers: this.headers }),
    )
    this.stage.ledger.note('mail', async () => this.mails().length > 0)
  }

  /** The second: the code of the latest mail. */
  async enterCode(): Promise<void> {
    await until(`a mail to ${this.email}`, async () => this.mails().length > 0)
    const otp = this.mails().at(-1)?.subject.slice(0, 6) ?? ''
    const body = { email: this.email, otp }
    expectOk(await this.client.call(api.user.verifyEmailOtp, { body, headers: this.headers }))
  }

  /** The third: an account. */
  async register(): Promise<void> {
    const body = { fullname: 'Robin Viewer', username: this.username, email: this.email, password }
    expectOk(await this.client.call(api.user.register, { body, headers: this.headers }))
    this.stage.ledger.note('account', () => this.canSignIn())
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
    return (await browser.call(api.user.login, { body, headers: this.headers })).status === 200
  }

  private mails() {
    return this.stage.mailbox.received.filter(({ to }) => to === this.email)
  }
}

export function expectOk({ status, message }: { status: number; message: string }): void {
  if (status !== 200) throw new Error(`${status} ${message}`)
}
