import { findFreePort } from '../../../server/src/lib/net/free-port.ts'
import type { DrillContext } from '../drill.ts'
import { until } from '../tools/waiting.ts'
import type { Image } from './image.ts'
import { podman, succeeds } from './podman.ts'

/** As in deploy/compose.yaml, but with the host's network, because a drill's mail and store listen only there. */
const options = [
  ...['--network', 'host'],
  // podman's timers need systemd, so the image's health check is run here.
  ...['--health-interval', 'disable'],
  // The defaults may be more than this machine allows.
  ...['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096'],
  ...['--read-only', '--tmpfs', '/tmp', '--cap-drop', 'all', '--security-opt', 'no-new-privileges'],
]

interface Container {
  name: string
  origin: string
  /** Stops it as an operator does, and fails unless it ends in time and without an error. */
  stop(): Promise<void>
  start(): Promise<void>
}

interface ContainerOptions {
  context: DrillContext
  image: Image
  role: 'all' | 'api' | 'worker'
  env?: Record<string, string>
}

/** Starts a container with a volume of its own and waits until it is healthy. Both are removed after the drill. */
export async function startContainer({
  context,
  image,
  role,
  env = {},
}: ContainerOptions): Promise<Container> {
  const port = await findFreePort()
  const name = `vireo-drill-${process.pid}-${port}`
  const settings = {
    HOST: '127.0.0.1',
    PORT: String(port),
    MAIL_URL: context.mailbox.url,
    TRUST_PROXY: 'true',
    ...env,
  }
  const variables = Object.entries(settings).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  context.defer(() => succeeds(podman('volume', 'rm', '--force', name)))
  context.defer(() => succeeds(podman('rm', '--force', '--time', '0', name)))
  await podman(
    'run',
    '--detach',
    '--name',
    name,
    '--volume',
    `${name}:/data`,
    ...options,
    ...variables,
    image.name,
    role,
  )
  await untilHealthy(name)
  return {
    name,
    origin: `http://127.0.0.1:${port}`,
    stop: () => stop(name),
    start: async () => {
      await podman('start', name)
      await untilHealthy(name)
    },
  }
}

const untilHealthy = (name: string) =>
  until(`${name} is healthy`, () => podman('healthcheck', 'run', name).then(() => true)).catch(
    async (error) => {
      throw new Error(`${error.message}\n${await logOf(name)}`)
    },
  )

const longestStopMs = 10_000

async function stop(name: string): Promise<void> {
  const started = performance.now()
  await podman('stop', '--time', '30', name)
  const took = performance.now() - started
  const status = await podman('inspect', '--format', '{{.State.ExitCode}}', name)
  if (status !== '0' || took > longestStopMs)
    throw new Error(`It ended after ${Math.round(took)} ms with ${status}\n${await logOf(name)}`)
}

/** Fails if it runs as root, can write outside its volume, or leaves zombie processes. */
export async function expectRestricted({ name }: Container): Promise<void> {
  const inside = (script: string) => podman('exec', name, 'sh', '-c', script)
  if ((await inside('id -u')) === '0') throw new Error('It runs as root')
  if (await succeeds(inside('touch /vireo/file'))) throw new Error('It can write to its program')
  // A process that has just ended may still be listed.
  const dead = () => inside("grep -l '^State:.Z' /proc/[0-9]*/status || true")
  await until('no dead process is left', async () => (await dead()) === '')
}

const logOf = (name: string) => podman('logs', '--tail', '30', name).catch((error: Error) => error.message)
