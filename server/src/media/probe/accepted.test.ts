import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../../test/conventions/sources.ts'
import { guardedInput } from './accepted.ts'

/** Decoders whose names in ffmpeg's build differ. */
const buildNames: Record<string, string> = { mov_text: 'movtext', cc_dec: 'ccaption', msmpeg4: 'msmpeg4v3' }

/** Decoders of libraries, which are accepted beside ffmpeg's own; libdav1d is the only one for AV1 there. */
const alternatives = ['libvpx', 'libvpx-vp9', 'av1', 'libaom-av1', 'libfdk_aac', 'libopus', 'libvorbis']

it('the ffmpeg of the container image has every accepted decoder', () => {
  const container = readFileSync(join(root, 'deploy/Containerfile'), 'utf8')
  const built = [...container.matchAll(/--enable-decoder=(\S+)/g)].flatMap(([, names = '']) =>
    names.split(','),
  )
  const args = guardedInput('/video', 'all')
  const accepted = args[args.indexOf('-codec_whitelist') + 1]?.split(',') ?? []
  expect(accepted.length).toBeGreaterThan(60)
  const missing = accepted
    .filter((name) => !alternatives.includes(name) && !name.startsWith('libopencore'))
    .filter((name) => !built.includes(buildNames[name] ?? name))
  expect(missing).toEqual([])
})
