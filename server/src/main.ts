import { type Config, ConfigError, readConfig, roles } from './config.ts'
import { createContext } from './context.ts'
import { seed } from './seed/seed.ts'
import { prepareDatabase, start } from './start.ts'

const usage = 'use all, api, worker, migrate or seed, and --demo to fill an empty site with samples'

/** `main.ts [all | api | worker | migrate | seed] [--demo]`; without a word, ROLE decides. */
export async function main(argv: string[]): Promise<void> {
  const words = argv.filter((word) => word !== '--demo')
  const command = words[0]
  const isRole = roles.some((role) => role === command)
  const config = readConfig(isRole ? { ...process.env, ROLE: command } : process.env)
  if (words.length > 1 || (command && !isRole && command !== 'migrate' && command !== 'seed'))
    throw new ConfigError(`Unknown command "${words.join(' ')}": ${usage}`)
  if (command === 'migrate' || command === 'seed') return runOnce(config, command)
  await serveUntilSignalled(config, argv.includes('--demo'))
}

async function runOnce(config: Config, command: 'migrate' | 'seed'): Promise<void> {
  const context = await createContext(config)
  try {
    await prepareDatabase(context)
    if (command === 'seed') await seed(context)
  } finally {
    await context.close()
  }
}

async function serveUntilSignalled(config: Config, isDemo: boolean): Promise<void> {
  const signalled = new Promise<NodeJS.Signals>((resolve) => {
    for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, resolve)
  })
  const running = await start(config, { isDemo })
  const signal = await signalled
  running.log.info({ signal }, 'stopping')
  // A second signal means now.
  for (const again of ['SIGTERM', 'SIGINT'] as const) process.once(again, () => process.exit(1))
  await running.stop()
  process.exit(0)
}

if (import.meta.main)
  main(process.argv.slice(2)).catch((error: unknown) => {
    process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`)
    process.exit(1)
  })

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
