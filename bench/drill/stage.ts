import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mailbox, startMailbox } from '../../server/test/mailbox.ts'
import { Ledger } from './ledger.ts'

/** What every drill has: a folder, a mail server, a ledger, and a list of what to end afterwards. */
export interface Stage {
  folder: string
  mailbox: Mailbox
  ledger: Ledger
  /** Called after the drill, the last one first, however it went. */
  defer(close: () => unknown): void
}

export async function withStage<T>(work: (stage: Stage) => Promise<T>): Promise<T> {
  const closers: (() => unknown)[] = []
  const defer = (close: () => unknown) => void closers.push(close)
  const folder = await mkdtemp(join(tmpdir(), 'vireo-drill-'))
  defer(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }))
  const mailbox = await startMailbox()
  defer(() => mailbox.close())
  try {
    return await work({ folder, mailbox, ledger: new Ledger(), defer })
  } finally {
    for (const close of closers.reverse()) await close()
  }
}
