import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { patiently } from '../patience.ts'

interface ReceivedMail {
  to: string
  subject: string
  text: string
  headers: string
}

const hasCode = (mail: ReceivedMail) => /^\d{6} /.test(mail.subject)
const codeOf = (mail: ReceivedMail) => mail.subject.slice(0, 6)

/** A real SMTP server that records the mails it receives. */
export async function startMailbox(onPort = 0) {
  const received: ReceivedMail[] = []
  const refused: ReceivedMail[] = []
  let refusals = 0
  const waiting = new Set<() => void>()
  const server = new SMTPServer({
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData: (stream, session, done) => {
      text(stream).then((raw) => {
        const isRefused = refusals > 0
        if (isRefused) refusals -= 1
        const list = isRefused ? refused : received
        for (const { address } of session.envelope.rcptTo) list.push({ to: address, ...parseMail(raw) })
        for (const check of waiting) check()
        done(isRefused ? new Error('Try again later') : undefined)
      }, done)
    },
  })
  server.listen(onPort, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  /** Waits for the nth mail to an address, where a worker sends it. */
  function waitForMail(
    to: string,
    count = 1,
    isMatch = (_mail: ReceivedMail) => true,
  ): Promise<ReceivedMail> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        waiting.delete(check)
        reject(new Error(`No mail number ${count} to ${to}`))
      }, patiently.timeout)
      const check = () => {
        const mail = received.filter((one) => one.to === to && isMatch(one))[count - 1]
        if (!mail) return
        clearTimeout(timer)
        waiting.delete(check)
        resolve(mail)
      }
      waiting.add(check)
      check()
    })
  }

  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    /** Mails that were received completely and then refused. */
    refused,
    refuseNext: (count: number) => {
      refusals += count
    },
    waitForMail,
    /** Waits for the nth code that is mailed to an address. */
    waitForCode: async (to: string, count = 1) => codeOf(await waitForMail(to, count, hasCode)),
    close: () => new Promise<void>((resolve) => server.close(resolve)),
  }
}

/** For tests without a worker: `sendAll` sends the mails that are due. */
export function readersOf({ received }: Mailbox, sendAll: () => Promise<void>) {
  let sending = Promise.resolve()
  /** All mails to an address, the oldest first. */
  async function mailsTo(to: string): Promise<ReceivedMail[]> {
    // One call after the other: a mail that one call is sending is not due for another, which would not wait for it.
    sending = sending.catch(() => {}).then(sendAll)
    await sending
    return received.filter((mail) => mail.to === to)
  }
  async function newestMail(to: string, isMatch = (_mail: ReceivedMail) => true): Promise<ReceivedMail> {
    const newest = (await mailsTo(to)).findLast(isMatch)
    if (!newest) throw new Error(`No such mail to ${to}`)
    return newest
  }
  const newestCode = async (to: string) => codeOf(await newestMail(to, hasCode))
  return { mailsTo, newestMail, newestCode }
}

function parseMail(raw: string): Omit<ReceivedMail, 'to'> {
  const end = raw.indexOf('\r\n\r\n')
  return {
    subject: /^Subject: (.*)$/m.exec(raw)?.[1]?.trim() ?? '',
    headers: raw.slice(0, end + 2),
    text: raw.slice(end + 4),
  }
}

export type Mailbox = Awaited<ReturnType<typeof startMailbox>>
