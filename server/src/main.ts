import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'
import type { Config } from './context/config.ts'
import { dataDirOf } from './context/data-dir.ts'

const usage = 'use all, api, worker, migrate or seed, and --demo to fill an empty site with samples'

/** Docker and others kill a process after ten seconds. */
const stopWithinMs = 8000
/** Ctrl+C arrives twice, from the terminal and from npm. */
const sameSignalMs = 1000

/** `main.ts [all | api | worker | migrate | seed] [--demo]`; without a command, ROLE decides. */
export async function main(argv: string[]): Promise<void> {
  // Compiled code is cached, which halves the time to load it (decision 55). Not in the folder for temporary files,
  // where others could put code that we would run. Modules imported above are compiled at every start.
  enableCompileCache(join(dataDirOf(process.env), 'compile-cache'))
  const { ConfigError, readConfig, roles } = await import('./context/config.ts')
  const words = argv.filter((word) => word !== '--demo')
  const command = words[0]
  const isRole = roles.some((role) => role === command)
  const config = readConfig(isRole ? { ...process.env, ROLE: command } : process.env)
  if (words.length > 1 || (command && !isRole && command !== 'migrate' && command !== 'seed'))
    throw new ConfigError(`Unknown command "${words.join(' ')}": ${usage}`)
  if (command === 'migrate' || command === 'seed')
    return (await import('./program/start.ts')).runOnce(config, command)
  await serveUntilSignalled(config, argv.includes('--demo'))
}

async function serveUntilSignalled(config: Config, isDemo: boolean): Promise<void> {
  const signalled = nextSignal()
  const { start } = await import('./program/start.ts')
  const running = await start(config, { isDemo })
  flushCompileCache()
  const signal = await signalled
  running.log.info({ signal }, 'stopping')
  const late = setTimeout(() => {
    running.log.error(`could not stop within ${stopWithinMs / 1000} seconds, exiting now`)
    process.exit(1)
  }, stopWithinMs)
  await running.stop()
  clearTimeout(late)
  process.exit(0)
}

/** Waits for the first signal to stop. A second signal ends the process at once. */
function nextSignal(): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let firstAt: number | undefined
    for (const name of ['SIGTERM', 'SIGINT'] as const)
      process.on(name, (signal) => {
        firstAt ??= performance.now()
        if (performance.now() - firstAt > sameSignalMs) process.exit(1)
        resolve(signal)
      })
  })
}

if (import.meta.main)
  main(process.argv.slice(2)).catch(async (error: unknown) => {
    const { ConfigError } = await import('./context/config.ts')
    process.stderr.write(`${error instanceof ConfigError ? error.message : describe(error)}\n`)
    process.exit(1)
  })

const describe = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))
