import { endpoint, perMinute } from '../../endpoint.ts'
import { collect, otpRule } from '../../rules/people/accounts.ts'
import { id, type Static, t, timestamp } from '../../schema.ts'

const sessionView = t.object({
  _id: id(),
  /** For example 'Chrome on Windows'. */
  device: t.string(),
  isCurrent: t.boolean(),
  createdAt: timestamp(),
  /** At most five minutes before the last request, or before now while a page is open there. */
  lastSeenAt: timestamp(),
})
export type Session = Static<typeof sessionView>

export const sessions = {
  list: endpoint({
    method: 'GET',
    path: '/session/',
    auth: 'session',
    summary: 'Where the person is signed in, the latest first',
    message: 'Sessions',
    data: t.object({ docs: t.array(sessionView) }),
  }),
  end: endpoint({
    method: 'DELETE',
    path: '/session/id/:id',
    auth: 'session',
    limit: perMinute('end-session', 60),
    summary: 'Sign out on another device',
    message: 'Signed out there',
    params: t.object({ id: t.string() }),
    data: t.null(),
  }),
  endOthers: endpoint({
    method: 'DELETE',
    path: '/session/others',
    auth: 'session',
    limit: perMinute('end-session', 60),
    summary: 'Sign out everywhere but here',
    message: 'Signed out everywhere else',
    data: t.null(),
  }),
  sendCode: endpoint({
    method: 'POST',
    path: '/session/send-code',
    auth: 'session',
    summary: 'Mail a code with which someone without a password confirms that it is them',
    message: 'OTP sent to your email. Check your inbox.',
    data: t.null(),
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/session/confirm',
    auth: 'session',
    limit: perMinute('confirm-session', 30),
    summary: 'Confirm who is at the keyboard, by the password or by a code; holds for 15 minutes',
    message: 'Confirmed',
    body: t.object({
      password: t.optional(t.string({ maxLength: 1000 })),
      otp: t.optional(t.string({ maxLength: 20 })),
    }),
    check: (body) => (body.otp ? collect([['otp', otpRule(body.otp)]]) : []),
    data: t.null(),
  }),
}
