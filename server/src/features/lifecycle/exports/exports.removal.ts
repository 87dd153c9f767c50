import { removeExport } from '../../core/files/files.service.ts'
import type { Removal } from '../../core/removal/removal.ts'

export const exportsRemoval: Removal = {
  withAccount: [
    {
      keys: ['exports.user_id'],
      // A person has one export.
      removeBatch: async (sql, userId) => {
        await sql.begin((tx) => removeExport(tx, userId))
        return false
      },
    },
  ],
}
