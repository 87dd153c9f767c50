import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import type { DrillContext } from '../drill.ts'
import { findBaseImage } from './base-image.ts'
import { podman, run } from './podman.ts'

const root = new URL('../../../', import.meta.url).pathname
const mostBytes = 450e6

export interface Image {
  name: string
  megabytes: number
  /** Checks that are not possible on this machine. */
  notChecked: string[]
}

/** Builds deploy/Containerfile; its layers are kept for the next run. */
export async function buildImage(context: DrillContext): Promise<Image> {
  const base = await findBaseImage()
  const name = 'localhost/vireo-drill'
  const options = ['--layers', '--format', 'docker', '--network', 'host', '--isolation', 'chroot']
  const file = ['--file', join(root, 'deploy/Containerfile'), '--tag', name]
  const authorities = await mountAuthorities(context)
  await run('buildah', [
    'build',
    ...options,
    ...authorities,
    '--build-arg',
    `BASE=${base.name}`,
    ...file,
    root,
  ])
  const bytes = Number(await podman('image', 'inspect', '--format', '{{.Size}}', name))
  const megabytes = Math.round(bytes / 1e6)
  if (bytes > mostBytes) throw new Error(`The image has ${megabytes} MB`)
  const notChecked = base.isOfficial ? [] : ['images of others: no registry can be reached']
  return { name, megabytes, notChecked }
}

/** If packages come through a proxy with its own certificate, npm needs the certificate's authority. */
async function mountAuthorities({ folder }: DrillContext): Promise<string[]> {
  const path = process.env.NODE_EXTRA_CA_CERTS
  if (!path) return []
  const copy = join(folder, 'authorities.crt')
  await cp(path, copy, { dereference: true })
  return ['--build-arg', 'NODE_EXTRA_CA_CERTS=/authorities.crt', '--volume', `${copy}:/authorities.crt:ro`]
}
