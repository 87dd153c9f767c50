import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mailbox, startMailbox } from '../../server/test/programs/mailbox.ts'
import { Ledger } from './tools/ledger.ts'

interface DrillResult {
  seconds: number
  /** Checks that were not possible on this machine. */
  notChecked?: string[]
  notes?: string[]
}

/** One fault. `run` resolves when the site works again, with the seconds until then. */
export interface Drill {
  name: string
  run(context: DrillContext): Promise<DrillResult>
  /** The time limit; defaults to 8. */
  minutes?: number
  /** The reason if it cannot run on this machine. */
  whySkipped?(): string | undefined
}

/** Passed to every drill. */
export interface DrillContext {
  folder: string
  mailbox: Mailbox
  ledger: Ledger
  /** Runs after the drill, whether it succeeded or not, in reverse order. */
  defer(close: () => unknown): void
}

export async function withDrillContext<T>(work: (context: DrillContext) => Promise<T>): Promise<T> {
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
