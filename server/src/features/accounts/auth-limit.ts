import { limits } from '@vireo/contract'

/** What the limits of signing in, codes and passwords have in common. */
export const authLimit = { windowSeconds: limits.authWindowSeconds, code: 'auth.too-many' } as const
