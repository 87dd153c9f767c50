import { endpoint, perMinute } from '../../endpoint.ts'
import { fileAddress, type Static, t, timestamp } from '../../schema.ts'

const exportView = t.object({
  status: t.oneOf(['pending', 'ready', 'failed']),
  withFiles: t.boolean(),
  createdAt: timestamp(),
  /** When the file is deleted; null while the export is pending. */
  expiresAt: t.nullable(timestamp()),
  /** In bytes. */
  size: t.nullable(t.integer()),
  /** The reason for a failure. */
  failure: t.nullable(t.string()),
  /**
   * The file's address: for this session only, and for five minutes, long enough to start a download, but never after
   * `expiresAt`. Null unless the person has confirmed who they are, see `sessions.confirm`.
   */
  url: t.nullable(fileAddress()),
})
export type DataExport = Static<typeof exportView>

export const exports = {
  request: endpoint({
    method: 'POST',
    path: '/export',
    auth: 'session',
    summary:
      'Prepare a zip file of the data of the signed-in person, who must have confirmed who they are; it replaces an earlier one, but not one that is pending',
    message: 'Your data is being prepared',
    body: t.object({ withFiles: t.boolean() }),
    data: exportView,
  }),
  latest: endpoint({
    method: 'GET',
    path: '/export',
    auth: 'session',
    summary:
      'The latest export of the signed-in person, with the address of its file once it is ready, if they have confirmed who they are',
    message: 'Your data',
    data: t.nullable(exportView),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/export',
    auth: 'session',
    limit: perMinute('delete-export', 10),
    summary: 'Delete the export and its file, or stop preparing it',
    message: 'Export deleted',
    data: t.null(),
  }),
}
