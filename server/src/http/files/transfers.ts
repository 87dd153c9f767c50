import { networkOf } from '../../lib/net/network.ts'

/**
 * Counts the files that are being sent to each network, so that one that opens connections and reads nothing cannot
 * take all sockets and memory. Counted in this process only: that is what a transfer burdens.
 */
export class Transfers {
  readonly #max: number
  readonly #running = new Map<string, number>()

  constructor(maxPerNetwork: number) {
    this.#max = maxPerNetwork
  }

  /** Returns a function that ends the transfer, or undefined if this network has too many. */
  begin(ip: string): (() => void) | undefined {
    const network = networkOf(ip)
    const running = this.#running.get(network) ?? 0
    if (running >= this.#max) return undefined
    this.#running.set(network, running + 1)
    return () => {
      const left = (this.#running.get(network) ?? 1) - 1
      if (left > 0) this.#running.set(network, left)
      else this.#running.delete(network)
    }
  }
}
