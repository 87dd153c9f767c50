import type { DataExport } from '@vireo/contract'
import type { ExportRow } from './exports.queries.ts'

export const toExport = (row: ExportRow, url: string | null): DataExport => ({
  status: row.status,
  withFiles: row.with_files,
  createdAt: row.created_at.toISOString(),
  expiresAt: row.expires_at?.toISOString() ?? null,
  size: row.bytes,
  failure: row.failure,
  url,
})
