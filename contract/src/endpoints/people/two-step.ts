import { endpoint, perMinute } from '../../endpoint.ts'
import { t } from '../../schema.ts'

const code = t.string({ maxLength: 50 })
const recoveryCodes = t.object({
  /** Shown once, as the server stores only their hashes. */
  recoveryCodes: t.array(t.string()),
})

export const twoStep = {
  status: endpoint({
    method: 'GET',
    path: '/two-step/',
    auth: 'session',
    summary: 'Whether a sign-in asks for a second step',
    message: 'Two-step sign-in',
    data: t.object({ isEnabled: t.boolean(), recoveryCodesLeft: t.integer() }),
  }),
  setUp: endpoint({
    method: 'POST',
    path: '/two-step/set-up',
    auth: 'session',
    limit: perMinute('two-step', 30),
    summary: 'Make the secret for an authenticator app; asks for a confirmed session',
    message: 'Scan the code with your authenticator app',
    data: t.object({
      /** For typing, if the QR code cannot be scanned. */
      secret: t.string(),
      /** The same as a link, for an app on the same device. */
      uri: t.string(),
      /** A data URL of an SVG image. */
      qrCode: t.string(),
    }),
  }),
  enable: endpoint({
    method: 'POST',
    path: '/two-step/enable',
    auth: 'session',
    limit: perMinute('two-step', 30),
    summary: 'Turn two-step sign-in on with the first code of the app; asks for a confirmed session',
    message: 'Two-step sign-in is on',
    body: t.object({ code }),
    data: recoveryCodes,
  }),
  renewCodes: endpoint({
    method: 'POST',
    path: '/two-step/recovery-codes',
    auth: 'session',
    limit: perMinute('two-step', 30),
    summary: 'Replace the recovery codes with a code; asks for a confirmed session',
    message: 'The old recovery codes no longer work',
    body: t.object({ code }),
    data: recoveryCodes,
  }),
  disable: endpoint({
    method: 'POST',
    path: '/two-step/disable',
    auth: 'session',
    limit: perMinute('two-step', 30),
    summary: 'Turn two-step sign-in off with the password and a code',
    message: 'Two-step sign-in is off',
    /** An account without a password needs a confirmed session instead. */
    body: t.object({ password: t.optional(t.string({ maxLength: 1000 })), code }),
    data: t.null(),
  }),
}
