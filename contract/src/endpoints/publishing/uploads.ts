import { endpoint, perMinute } from '../../endpoint.ts'
import { t } from '../../schema.ts'

const path = '/video/uploads'

const idParams = t.object({ id: t.string() })
const version = { 'tus-resumable': t.literal('1.0.0') }
/** The digest of the bytes that are sent. */
const checksum = {
  'upload-checksum': t.optional(t.string({ pattern: '^(sha1|sha256|md5) [A-Za-z0-9+/]+=*$' })),
}

/** Resumable uploads (tus 1.0.0). Results are in the response headers; errors use the envelope. */
export const uploads = {
  options: endpoint({
    method: 'OPTIONS',
    path,
    auth: 'public',
    protocol: 'tus',
    summary: 'The supported extensions of tus and checksums, and the largest size, in headers',
    message: 'Options',
    data: t.null(),
  }),
  open: endpoint({
    method: 'POST',
    path,
    auth: 'session',
    limit: perMinute('open-upload', 60),
    protocol: 'tus',
    summary: 'Open a resumable upload of this many bytes; its address is in the Location header',
    message: 'Upload opened',
    headers: t.object({ ...version, ...checksum, 'upload-length': t.integer({ minimum: 1 }) }),
    data: t.null(),
  }),
  append: endpoint({
    method: 'PATCH',
    path: `${path}/:id`,
    auth: 'session',
    limit: perMinute('append-upload', 3000),
    protocol: 'tus',
    summary: 'Send bytes of one’s own upload, from the offset that it has reached',
    message: 'Bytes received',
    params: idParams,
    headers: t.object({
      ...version,
      ...checksum,
      'upload-offset': t.integer({ minimum: 0 }),
      'content-type': t.literal('application/offset+octet-stream'),
    }),
    data: t.null(),
  }),
  offset: endpoint({
    method: 'HEAD',
    path: `${path}/:id`,
    auth: 'session',
    protocol: 'tus',
    summary: 'How far one’s own upload has got, in Upload-Offset',
    message: 'Upload',
    params: idParams,
    headers: t.object(version),
    data: t.null(),
  }),
  cancel: endpoint({
    method: 'DELETE',
    path: `${path}/:id`,
    auth: 'session',
    limit: perMinute('cancel-upload', 60),
    protocol: 'tus',
    summary: 'Give one’s own upload up, with its bytes',
    message: 'Upload cancelled',
    params: idParams,
    headers: t.object(version),
    data: t.null(),
  }),
}
