import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { podman, run, succeeds } from './podman.ts'

const release = 'trixie'
const official = `docker.io/library/debian:${release}-slim`
const ownBase = `localhost/vireo-drill-base:${release}`
const pullMs = 30_000
/** Kept for the next run, because building the image takes minutes. */
const cache = join(tmpdir(), 'vireo-drill-base')

interface BaseImage {
  name: string
  isOfficial: boolean
}

/** Debian's image, or one built from Debian's packages where no image registry is reachable. */
export async function findBaseImage(): Promise<BaseImage> {
  if (await succeeds(run('podman', ['pull', '--quiet', official], pullMs)))
    return { name: official, isOfficial: true }
  if (!(await succeeds(podman('image', 'exists', ownBase)))) {
    const archive = join(cache, `${release}.tar`)
    if (!existsSync(archive)) await makeArchive(archive)
    await podman('import', archive, ownBase)
  }
  return { name: ownBase, isOfficial: false }
}

async function makeArchive(archive: string): Promise<void> {
  const root = join(cache, 'rootfs')
  await rm(root, { recursive: true, force: true })
  await mkdir(cache, { recursive: true })
  await run('debootstrap', ['--variant=minbase', release, root])
  await writeSources(root)
  await makeSlim(root)
  await run('tar', ['-C', root, '-cf', `${archive}.part`, '.'])
  await rename(`${archive}.part`, archive)
  await rm(root, { recursive: true })
}

/** The official images list their sources in the newer of apt's two formats. */
async function writeSources(root: string): Promise<void> {
  const old = join(root, 'etc/apt/sources.list')
  const [, address, suite] = (await readFile(old, 'utf8')).split(/\s+/)
  const key = '/usr/share/keyrings/debian-archive-keyring.gpg'
  const lines = [
    'Types: deb',
    `URIs: ${address}`,
    `Suites: ${suite}`,
    'Components: main',
    `Signed-By: ${key}`,
  ]
  await writeFile(join(root, 'etc/apt/sources.list.d/debian.sources'), `${lines.join('\n')}\n`)
  await rm(old)
}

/** Removes the files that the official slim images leave out too. */
async function makeSlim(root: string): Promise<void> {
  for (const folder of ['var/cache/apt', 'var/lib/apt/lists', 'var/log', ...shared]) {
    await rm(join(root, folder), { recursive: true, force: true })
    await mkdir(join(root, folder), { recursive: true })
  }
}

const shared = ['doc', 'man', 'locale', 'info'].map((name) => `usr/share/${name}`)
