import webPush from 'web-push'
import type { Config } from '../context/config.ts'
import { isPrivateHost, type ResolveHost, requestPublic, resolveByDns } from '../lib/net/request-public.ts'

/** A browser's subscription at its push service. */
export interface PushTarget {
  endpoint: string
  p256dh: string
  auth: string
}

interface PushMessage {
  text: string
  /** A newer message replaces one with the same topic that is still waiting at the push service. */
  topic: string
}

/** The keys with which this site signs its messages, in base64url. */
export interface PushKeys {
  publicKey: string
  privateKey: string
}

export interface Push {
  /** Whether messages may be sent to this address. */
  isAllowed(endpoint: string): boolean
  /**
   * Returns whether the browser still has the subscription. Throws if the message was not accepted for another reason.
   */
  send(target: PushTarget, message: PushMessage, keys: PushKeys, signal: AbortSignal): Promise<boolean>
}

/** A push service keeps a message this long for a device that is off. */
const lifetimeSeconds = 24 * 3600

interface PushSettings {
  /** Where a push service can reach the operators of the site. */
  contact: string
  /** The only origin that may be without HTTPS or on a private network. */
  trustedOrigin?: string
  resolve?: ResolveHost
  /** How long a push service may take to answer. */
  timeoutMs?: number
}

export function createPush(settings: PushSettings): Push {
  const { contact, trustedOrigin, resolve = resolveByDns, timeoutMs = 5000 } = settings
  return {
    isAllowed(endpoint) {
      if (!URL.canParse(endpoint)) return false
      const url = new URL(endpoint)
      if (url.username || url.password) return false
      return url.origin === trustedOrigin || (url.protocol === 'https:' && !isPrivateHost(url))
    },
    async send({ endpoint, p256dh, auth }, { text, topic }, keys, signal) {
      const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, text, {
        vapidDetails: { subject: contact, ...keys },
        TTL: lifetimeSeconds,
        topic,
      })
      const response = await requestPublic(new URL(endpoint), {
        method: 'POST',
        headers: { ...headers },
        body,
        trustedOrigin,
        resolve,
        signal: AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]),
      })
      // Only the status of the response matters.
      response.destroy()
      const { statusCode = 0 } = response
      if (statusCode === 404 || statusCode === 410) return false
      if (statusCode < 200 || statusCode > 299) throw new Error(`The push service answered ${statusCode}`)
      return true
    },
  }
}

/** Push services accept an address with HTTPS or an e-mail address. */
export function contactOf({ publicUrl, mailFrom }: Pick<Config, 'publicUrl' | 'mailFrom'>): string {
  if (publicUrl?.startsWith('https:')) return publicUrl
  return `mailto:${/<(.+)>/.exec(mailFrom)?.[1] ?? mailFrom}`
}
