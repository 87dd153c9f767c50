import type { Context } from '../../context.ts'
import { hasLiveExport } from './exports.queries.ts'

/** Whether a folder of the storage holds an export that can be downloaded now. */
export const createExportAccess =
  ({ sql, clock }: Pick<Context, 'sql' | 'clock'>) =>
  (folder: string): Promise<boolean> =>
    hasLiveExport(sql, folder, clock.now())
