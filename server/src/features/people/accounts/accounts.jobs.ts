import { limits, t } from '@vireo/contract'
import { siteUrl } from '../../../context/config.ts'
import type { Context } from '../../../context/context.ts'
import { defineJob } from '../../../jobs/define-job.ts'
import { hashCode } from '../../../lib/security/passwords.ts'
import { newSixDigitCode, newToken } from '../../../lib/security/tokens.ts'
import { findUserByEmail } from './accounts.queries.ts'
import { type CodeKey, newEmailKey, type Purpose, setCodeHash } from './codes/mailed-codes.queries.ts'
import { setLinkToken } from './codes/new-email-links.queries.ts'

const minutes = limits.otpLifetimeSeconds / 60

/**
 * Makes a code and mails it. It is made here and not in the request, so that only its hash is ever stored, and so that
 * a request takes as long for an unknown account as for a known one.
 */
export const sendCodeJob = defineJob({
  name: 'accounts:send-code',
  payload: t.object({ purpose: t.string(), subject: t.string(), deviceHash: t.string(), email: t.string() }),
  maxAttempts: 5,
  giveUpAfterSeconds: limits.otpLifetimeSeconds,
  timeoutSeconds: 60,
  handler: async ({ sql, mail, clock }: Context, { email, ...payload }) => {
    const key = payload as CodeKey
    const user = await findUserByEmail(sql, email)
    const isForNewAddress = key.purpose === 'sign-up' || key.purpose === 'new-email'
    if (!isForNewAddress && !user) return
    if (isForNewAddress && user) return mail.send({ to: user.email, ...alreadyRegistered })
    // Mail goes to the stored address of the account, never to the one that was typed.
    const to = user?.email ?? email
    const code = newSixDigitCode()
    const isOpen = await setCodeHash(sql, key, email, await hashCode(code), clock.now())
    if (isOpen)
      await mail.send({ to, subject: `${code} is your Vireo code`, text: codeText(code, key.purpose) })
  },
})

/** Mails a new address its link, and the code if one was requested. Both are made here, like other codes. */
export const sendNewEmailJob = defineJob({
  name: 'accounts:send-new-email',
  payload: t.object({ userId: t.string(), email: t.string() }),
  maxAttempts: 5,
  giveUpAfterSeconds: 24 * 3600,
  timeoutSeconds: 60,
  handler: async ({ sql, mail, clock, config }: Context, { userId, email }) => {
    const user = await findUserByEmail(sql, email)
    if (user) return mail.send({ to: user.email, ...alreadyRegistered })
    const token = newToken()
    if (!(await setLinkToken(sql, { userId, email, token }, clock.now()))) return
    const code = newSixDigitCode()
    const hasCode = await setCodeHash(sql, newEmailKey(userId), email, await hashCode(code), clock.now())
    const link = `${siteUrl(config)}/settings#new-email=${token}`
    await mail.send({ to: email, ...(hasCode ? withCode(code, link) : onlyLink(link)) })
  },
})

const withCode = (code: string, link: string) => ({
  subject: `${code} is your Vireo code`,
  text: codeText(
    code,
    'new-email',
    `Instead of entering the code you can open this link, within a day:\n\n${link}`,
  ),
})

const onlyLink = (link: string) => ({
  subject: 'Confirm the new address of your Vireo account',
  text: `Open this link to make this the e-mail address of your Vireo account. It expires in a day and works once. You may have to sign in, or to confirm that it is you.\n\n${link}\n\nIf you did not ask for it, ignore this message.\n`,
})

const reasons: Record<Purpose, string> = {
  'sign-up': 'finish signing up',
  reset: 'choose a new password',
  'new-email': 'make this the e-mail address of your Vireo account',
  confirm: 'confirm that it is you',
  link: 'let an account of a sign-in provider open your account from now on',
}

const codeText = (code: string, purpose: Purpose, alternative?: string) =>
  [
    code,
    `Enter this code to ${reasons[purpose]}. It expires in ${minutes} minutes and works once.`,
    ...(alternative ? [alternative] : []),
    'If you did not ask for it, ignore this message.\n',
  ].join('\n\n')

const alreadyRegistered = {
  subject: 'You already have a Vireo account',
  text: 'Someone, probably you, asked to use this address for a Vireo account. It has one already: sign in, or reset the password if you forgot it.\n\nIf it was not you, ignore this message.\n',
}

/** Mails an address about something that happened to its account. */
export const sendNoticeJob = defineJob({
  name: 'accounts:send-notice',
  payload: t.object({ email: t.string(), subject: t.string(), text: t.string() }),
  maxAttempts: 5,
  giveUpAfterSeconds: 24 * 3600,
  timeoutSeconds: 60,
  handler: ({ mail }: Context, { email, subject, text }) => mail.send({ to: email, subject, text }),
})
