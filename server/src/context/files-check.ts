import { limits } from '@vireo/contract'
import { freeBytesOf } from '../lib/files/disk.ts'
import type { Logger } from '../lib/logger.ts'
import { shareRunning, withinTime } from '../lib/running/share-running.ts'
import { describeBytes } from '../lib/text/bytes.ts'
import type { Storage } from '../media/storage/storage.ts'
import type { Config } from './config.ts'

type State = 'ok' | 'failed'

/** What only files need: without it pages, comments and signing in still work. */
export interface FilesState {
  storage: State
  disk: State
}

/** Shorter than any probe waits, so that a store that hangs does not make the process look dead. */
const withinMs = 2000

/** Returns a function that checks the store, and the space on the disk of DATA_DIR. Changes are logged. */
export function createFilesCheck(
  { dataDir }: Pick<Config, 'dataDir'>,
  storage: Pick<Storage, 'check'>,
  log: Logger,
): () => Promise<FilesState> {
  const checks = { storage: () => storage.check(), disk: () => checkDisk(dataDir) }
  const watch = (name: keyof FilesState) => {
    let last: State = 'ok'
    const check = shareRunning(async () => {
      const error: unknown = await checks[name]().then(
        () => undefined,
        (reason: unknown) => reason,
      )
      const state = error ? 'failed' : 'ok'
      if (state !== last && error) log.warn({ err: error }, `files: the ${name} check fails`)
      else if (state !== last) log.info(`files: the ${name} check succeeds again`)
      last = state
      return state
    })
    return async () => (await withinTime(check(), withinMs)) ?? 'failed'
  }
  const [checkStorage, checkSpace] = [watch('storage'), watch('disk')]
  return async () => {
    const [ofStorage, ofDisk] = await Promise.all([checkStorage(), checkSpace()])
    return { storage: ofStorage, disk: ofDisk }
  }
}

/** Below the reserve no new files are accepted, because the rest of the disk is for the database. */
async function checkDisk(folder: string): Promise<void> {
  const free = await freeBytesOf(folder)
  if (free < limits.reservedDiskBytes) throw new Error(`Only ${describeBytes(free)} are free in ${folder}`)
}
