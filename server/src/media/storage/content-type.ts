import { lookup } from 'mime-types'

/** The content type that the extension of a file name or key stands for. */
export const contentTypeOf = (name: string) => lookup(name) || 'application/octet-stream'
