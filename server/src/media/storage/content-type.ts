import { lookup } from 'mime-types'

/** The content type for the extension of a file name or key. */
export const contentTypeOf = (name: string) => lookup(name) || 'application/octet-stream'
