// Loaded into the program first: it stores zeros instead of the bytes of an upload that follow the first 512 kB.
import fs, { type PathLike } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

const goodBytes = 512 * 1024
const createWriteStream = fs.createWriteStream

type Options = Parameters<typeof createWriteStream>[1]

fs.createWriteStream = (path: PathLike, options?: Options) => {
  const file = createWriteStream(path, options)
  if (!String(path).includes('/uploads/')) return file
  let at = typeof options === 'object' ? (options.start ?? 0) : 0
  file.write = new Proxy(file.write, {
    apply: (write, self, [chunk, ...rest]: [Buffer, ...unknown[]]) => {
      const stored = Buffer.from(chunk)
      stored.fill(0, Math.min(stored.length, Math.max(0, goodBytes - at)))
      at += stored.length
      return Reflect.apply(write, self, [stored, ...rest])
    },
  })
  return file
}
syncBuiltinESMExports()
