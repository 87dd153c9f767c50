import type { Adapter, AdapterPayload } from 'oidc-provider'

/** Stores the sessions and codes of a sample provider in memory. */
export function createMemoryAdapter(): (model: string) => Adapter {
  const rows = new Map<string, { payload: AdapterPayload; expiresAt: number }>()

  function sweep() {
    for (const [key, { expiresAt }] of rows) if (expiresAt <= Date.now()) rows.delete(key)
  }
  function find(isMatch: (payload: AdapterPayload, key: string) => boolean) {
    sweep()
    for (const [key, { payload }] of rows) if (isMatch(payload, key)) return payload
    return undefined
  }

  return (model) => {
    const keyOf = (id: string) => `${model}:${id}`
    return {
      upsert: async (id, payload, expiresIn) => {
        sweep()
        const expiresAt = expiresIn === undefined ? Number.POSITIVE_INFINITY : Date.now() + expiresIn * 1000
        rows.set(keyOf(id), { payload, expiresAt })
      },
      find: async (id) => find((_payload, key) => key === keyOf(id)),
      findByUid: async (uid) => find((payload, key) => key.startsWith(`${model}:`) && payload.uid === uid),
      findByUserCode: async () => undefined,
      consume: async (id) => {
        const row = rows.get(keyOf(id))
        if (row) row.payload = { ...row.payload, consumed: Math.floor(Date.now() / 1000) }
      },
      destroy: async (id) => {
        rows.delete(keyOf(id))
      },
      revokeByGrantId: async (grantId) => {
        for (const [key, { payload }] of rows) if (payload.grantId === grantId) rows.delete(key)
      },
    }
  }
}
