import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../../context/context.ts'
import type { Logger } from '../../../lib/logger.ts'
import { OutageError } from '../../../lib/outage-error.ts'
import type { NewFile } from './files.service.ts'

export interface FinishedFiles {
  /** Those without bytes are in the scratch folder. */
  files: (Omit<NewFile, 'bytes'> & Partial<NewFile>)[]
  scratch: string
  signal: AbortSignal
}

/**
 * Stores files that a job has made. Waits while the storage is unavailable, so that hours of encoding are not repeated.
 */
export async function storeFinishedFiles(
  { storage, log }: Context,
  folder: string,
  { files, scratch, signal }: FinishedFiles,
): Promise<void> {
  for (const { name, contentType, bytes } of files) {
    const key = `${folder}/${name}`
    const store = () =>
      bytes
        ? storage.putBytes(key, bytes, contentType)
        : storage.putFile(key, join(scratch, name), contentType, { link: true })
    await retryOutages(store, { signal, log })
  }
}

const firstPauseMs = 1000
const longestPauseMs = 30_000

async function retryOutages(
  work: () => Promise<void>,
  { signal, log }: { signal: AbortSignal; log: Logger },
): Promise<void> {
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 2, longestPauseMs)) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof OutageError) || signal.aborted) throw error
      log.warn({ err: error, pauseMs }, 'waiting for the store')
      // The attempt of a job that was aborted while it waited does not count.
      await sleep(pauseMs, undefined, { signal }).catch(() => {
        throw error
      })
    }
  }
}
