import { isIPv6 } from 'node:net'
import ipaddr from 'ipaddr.js'

/**
 * The part of a client's address that rate limits count by. An IPv6 customer usually has a whole /64 and could use a
 * new address for every request. An IPv4 address may arrive in IPv6 notation (`::ffff:192.0.2.1`).
 */
export function networkOf(address: string): string {
  const [plain = ''] = address.split('%', 1)
  if (!isIPv6(plain)) return address
  const groups = expand(plain)
  const isMapped = groups.slice(0, 6).join(':') === '0:0:0:0:0:ffff'
  return isMapped ? toDotted(groups) : `${groups.slice(0, 4).join(':')}::/64`
}

/** Whether the host of a URL is this machine. */
export const isLoopbackHost = (host: string) => /^(localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)

/** All public IPv6 addresses are in this range. */
const globalUnicast = ipaddr.parseCIDR('2000::/3')

/** Whether an address is public: not private, loopback, link-local, reserved or mapped to such an address. */
export function isPublicAddress(text: string): boolean {
  if (!ipaddr.isValid(text)) return false
  const address = ipaddr.process(text)
  const isGlobal = address.kind() === 'ipv4' || address.match(globalUnicast)
  return isGlobal && address.range() === 'unicast'
}

/** The eight groups of an IPv6 address, without leading zeros. */
function expand(address: string): string[] {
  const [head = '', tail = ''] = address.split('::', 2)
  const [before, after] = [toGroups(head), toGroups(tail)]
  const zeros = Array<string>(8 - before.length - after.length).fill('0')
  return address.includes('::') ? [...before, ...zeros, ...after] : before
}

function toGroups(text: string): string[] {
  if (!text) return []
  return text.split(':').flatMap((group) => {
    if (!group.includes('.')) return [Number.parseInt(group, 16).toString(16)]
    const [a = 0, b = 0, c = 0, d = 0] = group.split('.').map(Number)
    return [(a * 256 + b).toString(16), (c * 256 + d).toString(16)]
  })
}

const toDotted = (groups: string[]) =>
  groups
    .slice(6)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
