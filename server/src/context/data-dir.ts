import { resolve } from 'node:path'

/** Needed before the other settings: compiled code is kept there too. */
export const dataDirOf = ({ DATA_DIR }: Partial<Record<string, string>>): string =>
  resolve(DATA_DIR?.trim() || 'data')
