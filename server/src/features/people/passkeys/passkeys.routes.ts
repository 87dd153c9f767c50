import { api, type Passkey } from '@vireo/contract'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../../context/context.ts'
import { bind } from '../../../http/api/bind.ts'
import { toCurrentUser } from '../accounts/accounts.view.ts'
import {
  beginConfirming,
  beginSignIn,
  confirmWithPasskey,
  signInWithPasskey,
} from './passkey-sign-in.service.ts'
import { listPasskeys, type PasskeyRow } from './passkeys.queries.ts'
import { addPasskey, beginAdding, changeName, removePasskey } from './passkeys.service.ts'

const toPasskey = (row: PasskeyRow): Passkey => ({
  _id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
})

export function passkeyRoutes(app: FastifyInstance, context: Context) {
  bind(app, api.passkeys.list, async ({ viewer }) => ({
    docs: (await listPasskeys(context.sql, viewer.id)).map(toPasskey),
  }))
  bind(app, api.passkeys.registrationOptions, ({ viewer, request, reply }) =>
    beginAdding(context, { request, reply }, viewer),
  )
  bind(app, api.passkeys.add, async ({ body, viewer, request, reply }) =>
    toPasskey(await addPasskey(context, { request, reply }, viewer, body)),
  )
  bind(app, api.passkeys.rename, async ({ params, body, viewer }) =>
    toPasskey(await changeName(context, viewer, params.id, body.name)),
  )
  bind(app, api.passkeys.remove, async ({ params, viewer }) => {
    await removePasskey(context, viewer, params.id)
    return null
  })
  bind(app, api.passkeys.signInOptions, ({ request, reply }) => beginSignIn(context, { request, reply }))
  bind(app, api.passkeys.signIn, async ({ body, request, reply }) =>
    toCurrentUser(await signInWithPasskey(context, { request, reply }, body.response)),
  )
  bind(app, api.passkeys.confirmOptions, ({ viewer, request, reply }) =>
    beginConfirming(context, { request, reply }, viewer),
  )
  bind(app, api.passkeys.confirm, async ({ body, viewer, request, reply }) => {
    await confirmWithPasskey(context, { request, reply }, viewer, body.response)
    return null
  })
}
