import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../../../context/config.ts'
import { conflict } from '../../../lib/app-error.ts'

/** The site as passkeys identify it. Browsers use a passkey only on pages of the host that it was created for. */
export interface RelyingParty {
  id: string
  origins: string[]
}

/** From PUBLIC_URL, or else from the host of the request. */
export function relyingPartyOf({ publicUrl }: Config, request: FastifyRequest): RelyingParty {
  const url = publicUrl ?? `http://${request.host}`
  const { hostname, host, origin } = URL.canParse(url) ? new URL(url) : { hostname: '', host: '', origin: '' }
  if (!hostname || hostname.startsWith('[') || isIP(hostname))
    throw conflict(
      'passkey.needs-name',
      'Passkeys need a site with a name. This one was opened by its network address.',
    )
  // Behind a proxy that terminates TLS the server does not know the scheme of the page.
  return { id: hostname, origins: publicUrl ? [origin] : [`http://${host}`, `https://${host}`] }
}
