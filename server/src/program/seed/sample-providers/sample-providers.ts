import type { Config } from '../../../context/config.ts'
import type { Provider } from '../../../context/provider-settings.ts'
import type { Logger } from '../../../lib/logger.ts'
import { isLoopbackHost } from '../../../lib/net/network.ts'

interface SampleProviders {
  providers: Provider[]
  stop(): Promise<void>
}

const none: SampleProviders = { providers: [], stop: async () => {} }

/**
 * Imitations of Google and GitHub for the demo. They listen on loopback only, so they work for browsers on the same
 * machine, and they are not started where real providers are set up.
 */
export async function startSampleProviders(config: Config, log: Logger): Promise<SampleProviders> {
  const isLocal =
    isLoopbackHost(config.host) && (!config.publicUrl || isLoopbackHost(new URL(config.publicUrl).hostname))
  if (config.providers.length > 0 || config.role === 'worker' || !isLocal) return none
  try {
    const { startSampleProvider } = await import('./sample-provider.ts')
    // The same ports each time, because the address of a provider is a part of the identities.
    const portAfter = (step: number) => (config.port === 0 ? 0 : config.port + step)
    const samples = await Promise.all([
      startSampleProvider({ id: 'google', port: portAfter(1) }),
      startSampleProvider({ id: 'github', port: portAfter(2) }),
    ])
    const urls = samples.map(({ provider }) => `${provider.name} at ${provider.url}`)
    log.info(`Sample sign-in providers for trying things out, not the real ones: ${urls.join(', ')}`)
    return {
      providers: samples.map(({ provider }) => provider),
      stop: async () => {
        await Promise.all(samples.map((sample) => sample.stop()))
      },
    }
  } catch (error) {
    log.warn({ err: error }, 'the sample sign-in providers could not be started')
    return none
  }
}
