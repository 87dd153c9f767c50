import { isIP } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Context } from '../../context/context.ts'

const trustsAnybody =
  'TRUST_PROXY=true believes the address that any client claims in X-Forwarded-For. Unless every request comes ' +
  'through your proxy, and that replaces the header, anybody can evade the rate limits. Set the number of your ' +
  'proxies (TRUST_PROXY=1) or their addresses instead.'

/**
 * Makes X-Forwarded-For a list of addresses before anything reads `request.ip`. Some proxies append the port, which
 * differs for each connection: counted as part of the address, it would be a new client each time.
 */
export function readForwardedFor(
  app: FastifyInstance,
  { config, log }: Pick<Context, 'config' | 'log'>,
): void {
  if (config.trustProxy === false) return
  if (config.trustProxy === true) log.warn(trustsAnybody)
  app.addHook('onRequest', (request, _reply, done) => {
    const { headers, socket } = request.raw
    const forwarded = headers['x-forwarded-for']
    if (forwarded) headers['x-forwarded-for'] = toAddresses(String(forwarded), socket.remoteAddress ?? '')
    done()
  })
}

/** What is no address is replaced by that of the proxy that sent it, so that the number of hops stays the same. */
function toAddresses(forwarded: string, connection: string): string {
  let sender = connection
  const nearestFirst = forwarded
    .split(',')
    .toReversed()
    .map((text) => {
      sender = addressIn(text.trim()) ?? sender
      return sender
    })
  return nearestFirst.toReversed().join(', ')
}

/** The address in `192.0.2.1:443`, `[2001:db8::1]:443`, `[2001:db8::1]` or a plain one. */
function addressIn(text: string): string | undefined {
  const [, inBrackets, beforePort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text) ?? []
  const address = inBrackets ?? beforePort ?? text
  return isIP(address) ? address : undefined
}
