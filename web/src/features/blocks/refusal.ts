import { type ApiError, hasCode } from '../../lib/api-client.ts'

const isOfBlock = (error: unknown): error is ApiError => hasCode(error, 'block.by-them', 'block.by-you')

/** The server's words if a block is why something was refused, else what is said of every other failure. */
export const refusalOf = (error: unknown, otherwise: string) => (isOfBlock(error) ? error.message : otherwise)
