import { limits } from '@vireo/contract'

/** The common part of the rate limits on signing in, codes and passwords. */
export const authLimit = { windowSeconds: limits.authWindowSeconds, code: 'auth.too-many' } as const
