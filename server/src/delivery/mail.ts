import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { plainLine } from '@vireo/contract'
import { createTransport } from 'nodemailer'
import type { Logger } from '../lib/logger.ts'
import { OutageError } from '../lib/outage-error.ts'
import { newToken } from '../lib/security/tokens.ts'

interface Message {
  to: string
  subject: string
  text: string
  headers?: Record<string, string>
}

export interface Mail {
  send(message: Message): Promise<void>
  close(): void
}

interface MailSettings {
  url: string | undefined
  from: string
  outboxDir: string
  log: Logger
}

export function createMail(settings: MailSettings): Mail {
  const mail = settings.url ? smtpMail(settings.url, settings.from) : outboxMail(settings)
  // Subjects contain names of people.
  return { ...mail, send: (message) => mail.send({ ...message, subject: plainLine(message.subject) }) }
}

/** The mail server cannot be reached or does not accept mail at the moment. */
class MailUnavailableError extends OutageError {
  override readonly name = 'MailUnavailableError'
  override readonly longestPauseSeconds = 900
}

function smtpMail(url: string, from: string): Mail {
  const transport = createTransport({ url, connectionTimeout: 10_000, socketTimeout: 30_000 }, { from })
  return {
    send: async (message) => {
      try {
        await transport.sendMail(message)
      } catch (error) {
        throw isRefusal(error) ? error : new MailUnavailableError(String(error), { cause: error })
      }
    },
    close: () => transport.close(),
  }
}

/** The mail server rejects this message or address permanently. */
function isRefusal(error: unknown): boolean {
  const { code, responseCode = 500 } = error as { code?: string; responseCode?: number }
  return (code === 'EENVELOPE' || code === 'EMESSAGE') && responseCode >= 500
}

/** Without a mail server, messages are written to files and their subjects, which contain the codes, to the log. */
function outboxMail({ from, outboxDir, log }: MailSettings): Mail {
  const transport = createTransport({ streamTransport: true, buffer: true }, { from })
  return {
    send: async (message) => {
      const { message: eml } = await transport.sendMail(message)
      await mkdir(outboxDir, { recursive: true, mode: 0o700 })
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${newToken().slice(0, 6)}.eml`
      const temporary = join(outboxDir, `.${name}`)
      await writeFile(temporary, eml as Buffer, { mode: 0o600 })
      await rename(temporary, join(outboxDir, name))
      log.info({ to: message.to, file: name }, `mail: ${message.subject}`)
    },
    close: () => transport.close(),
  }
}
