import { resolve } from 'node:path'

/** Read before the other settings, because compiled code is cached there too. */
export const dataDirOf = ({ DATA_DIR }: Partial<Record<string, string>>): string =>
  resolve(DATA_DIR?.trim() || 'data')
