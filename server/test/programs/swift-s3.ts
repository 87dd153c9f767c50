// A real S3 server for tests: OpenStack Swift's S3 API, one node, loopback only, everything under one scratch
// folder that is removed with it. Needs Debian's swift-* packages and memcached (see scripts/lib/ensure-tools.ts).
import { type ChildProcess, execFile, type SpawnOptions, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, open, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { CreateBucketCommand, DeleteObjectCommand, PutObjectCommand, S3Client } from '@aws-sdk/client-s3'
import { patiently } from '../patience.ts'

export interface SwiftS3 {
  /** A STORAGE_URL whose bucket exists and is empty. */
  url: string
  /** The pids of its servers, each of which was started by a shell. */
  readonly pids: number[]
  /** Kills all of its servers and starts them again with their stored data. */
  killAndStart(): Promise<void>
  stop(): Promise<void>
}

/** The page size of listings, instead of a thousand, so that a test can have several pages. */
export const swiftPage = 20

const testBucket = 'vireo-test'
const accessKey = 'test:tester'
const secretKey = 'testing'
const maxAttempts = 3

const storageServers = ['account', 'container', 'object'] as const
const parts = [...storageServers, 'proxy', 'memcached'] as const
type Ports = Record<(typeof parts)[number], number>

const run = promisify(execFile)

/** Retries, because a free port may be taken before the server binds it. */
export async function startSwiftS3(): Promise<SwiftS3> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await startOnce()
    } catch (error) {
      if (attempt === maxAttempts) throw error
    }
  }
}

async function startOnce(): Promise<SwiftS3> {
  const dir = await mkdtemp(join(tmpdir(), 'vireo-swift-'))
  const ports = await freePorts()
  await writeConfiguration(dir, ports)
  let servers = await startServers(dir, ports)
  const stop = async () => {
    await Promise.all(servers.map(stopServer))
    await rm(dir, { recursive: true, force: true })
  }
  const killAndStart = async () => {
    await Promise.all(servers.map(killServer))
    servers = await startServers(dir, ports)
    await waitUntilItStores(ports.proxy, servers)
  }
  try {
    await waitUntilItStores(ports.proxy, servers)
  } catch (error) {
    const logs = await readFile(join(dir, 'log'), 'utf8').catch(() => '')
    await stop()
    throw new Error(`Swift does not answer. Its log ends: ${logs.slice(-2000)}`, { cause: error })
  }
  const credentials = `${encodeURIComponent(accessKey)}:${encodeURIComponent(secretKey)}`
  return {
    url: `s3://${credentials}@127.0.0.1:${ports.proxy}/${testBucket}?region=us-east-1&tls=false`,
    get pids() {
      return servers.flatMap(({ pid }) => pid ?? [])
    },
    killAndStart,
    stop,
  }
}

const programs = (ports: Ports): string[][] => [
  ['memcached', '-u', userInfo().username, '-l', '127.0.0.1', '-p', String(ports.memcached)],
  ...[...storageServers, 'proxy'].map((kind) => [`swift-${kind}-server`, `${kind}.conf`]),
]

/**
 * A shell stands between us and each program and ends it when its own input closes. That also happens when
 * the test process is killed, so no server ever stays behind. A signal to the shell kills the program.
 */
const holdScript = `exec 3<&0
setsid "$@" & pid=$!
trap 'kill -9 $pid' TERM
{ cat <&3 >/dev/null; kill $pid 2>/dev/null; } &
wait $pid`

async function startServers(dir: string, ports: Ports): Promise<ChildProcess[]> {
  const log = await open(join(dir, 'log'), 'a')
  const servers = programs(ports).map((program) => {
    const options: SpawnOptions = { cwd: join(dir, 'etc'), stdio: ['pipe', log.fd, log.fd] }
    const server = spawn('sh', ['-c', holdScript, 'sh', ...program], options)
    // The shell may have ended already.
    server.stdin?.on('error', () => undefined)
    return server
  })
  await log.close()
  return servers
}

async function stopServer(server: ChildProcess): Promise<void> {
  server.stdin?.end()
  if (!hasEnded(server)) await once(server, 'exit')
}

async function killServer(server: ChildProcess): Promise<void> {
  const exited = once(server, 'exit')
  server.kill('SIGTERM')
  await exited
  server.stdin?.end()
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null
}

/** Waits until an object can be stored, which involves all four servers. */
async function waitUntilItStores(port: number, servers: ChildProcess[]): Promise<void> {
  const client = new S3Client({
    endpoint: `http://127.0.0.1:${port}`,
    region: 'us-east-1',
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    maxAttempts: 1,
  })
  const probe = { Bucket: testBucket, Key: 'probe' }
  const deadline = Date.now() + patiently.timeout
  for (;;) {
    try {
      await client.send(new CreateBucketCommand({ Bucket: testBucket })).catch(ignoreOwned)
      await client.send(new PutObjectCommand({ ...probe, Body: 'probe' }))
      await client.send(new DeleteObjectCommand(probe))
      return client.destroy()
    } catch (error) {
      if (Date.now() > deadline || servers.some(hasEnded)) throw error
      await sleep(patiently.interval)
    }
  }
}

function ignoreOwned(error: unknown): void {
  if (!(error instanceof Error && error.name === 'BucketAlreadyOwnedByYou')) throw error
}

async function freePorts(): Promise<Ports> {
  // All are held at the same time, so that they are different.
  const servers = await Promise.all(parts.map(listenAnywhere))
  const ports = servers.map((server) => (server.address() as { port: number }).port)
  await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
  return Object.fromEntries(parts.map((part, index) => [part, ports[index]])) as Ports
}

async function listenAnywhere(): Promise<Server> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

async function writeConfiguration(dir: string, ports: Ports): Promise<void> {
  const etc = join(dir, 'etc')
  await mkdir(etc)
  await mkdir(join(dir, 'node', 'd1'), { recursive: true })
  await writeFile(join(etc, 'swift.conf'), swiftConf)
  await writeFile(join(etc, 'proxy.conf'), proxyConf(etc, ports))
  for (const kind of storageServers) {
    await writeFile(join(etc, `${kind}.conf`), storageConf(kind, dir, ports[kind]))
  }
  const rings = storageServers.flatMap((kind) => [kind, String(ports[kind])])
  await run('/usr/bin/python3', ['-c', ringScript, ...rings], { cwd: etc })
}

// Does the work of nine calls of swift-ring-builder in one. Swift is installed for Debian's own Python.
const ringScript = `
import sys
from swift.common.ring import RingBuilder
for kind, port in zip(sys.argv[1::2], sys.argv[2::2]):
    builder = RingBuilder(6, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': int(port), 'device': 'd1', 'weight': 1})
    builder.rebalance()
    builder.get_ring().save(kind + '.ring.gz')
`

const swiftConf = `[swift-hash]
swift_hash_path_prefix = vireo
swift_hash_path_suffix = test
[storage-policy:0]
name = gold
default = yes
`

function commonConf(etc: string, port: number): string {
  return `[DEFAULT]
bind_ip = 127.0.0.1
bind_port = ${port}
swift_dir = ${etc}
user = ${userInfo().username}
workers = 0
log_level = ERROR
`
}

function storageConf(kind: string, dir: string, port: number): string {
  return `${commonConf(join(dir, 'etc'), port)}
devices = ${join(dir, 'node')}
mount_check = false
[pipeline:main]
pipeline = ${kind}-server
[app:${kind}-server]
use = egg:swift#${kind}
`
}

function proxyConf(etc: string, ports: Ports): string {
  const filters = {
    catch_errors: '',
    gatekeeper: '',
    cache: `use = egg:swift#memcache\nmemcache_servers = 127.0.0.1:${ports.memcached}`,
    listing_formats: '',
    s3api: `s3_acl = no\nlocation = us-east-1\nmax_bucket_listing = ${swiftPage}`,
    tempauth: `user_${accessKey.replace(':', '_')} = ${secretKey} .admin`,
    copy: '',
    slo: '',
    versioned_writes: 'allow_object_versioning = true',
    symlink: '',
  }
  const sections = Object.entries(filters).map(([name, settings]) => {
    const use = settings.startsWith('use =') ? '' : `use = egg:swift#${name}\n`
    return `[filter:${name}]\n${use}${settings}\n`
  })
  return `${commonConf(etc, ports.proxy)}
[pipeline:main]
pipeline = ${Object.keys(filters).join(' ')} proxy-server
[app:proxy-server]
use = egg:swift#proxy
account_autocreate = true
# There is one server of each kind, so none is left out for a minute after some errors, as by default.
error_suppression_limit = 1000000
${sections.join('')}`
}
