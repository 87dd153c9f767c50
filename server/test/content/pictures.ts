import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'

/** A picture with some detail, so that encoders have real work. */
export function picture(width: number, height: number) {
  const noise = { type: 'gaussian', mean: 120, sigma: 60 } as const
  return sharp({ create: { width, height, channels: 3, background: '#f00', noise } })
}

/** A valid white PNG of a few kilobytes that would need very much memory when decoded. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([1, 0, 0, 0, 0], 8) // One bit of grey for each pixel.
  const rows = Buffer.alloc((Math.ceil(width / 8) + 1) * height)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const sizes = [Buffer.alloc(4), Buffer.alloc(4)] as const
  sizes[0].writeUInt32BE(data.length)
  sizes[1].writeUInt32BE(crc32(body))
  return Buffer.concat([sizes[0], body, sizes[1]])
}

/** A GIF of a few bytes that declares this many frames of this size, without their pixels. */
export function hugeGif(width: number, height: number, frames: number): Buffer {
  const screen = Buffer.alloc(7)
  screen.writeUInt16LE(width, 0)
  screen.writeUInt16LE(height, 2)
  screen[4] = 0x80 // A table of two colours follows.
  const colours = Buffer.from('000000ffffff', 'hex')
  const frame = Buffer.from('2c0000000000000000000202440100', 'hex')
  frame.writeUInt16LE(width, 5)
  frame.writeUInt16LE(height, 7)
  return Buffer.concat([
    Buffer.from('GIF89a', 'latin1'),
    screen,
    colours,
    ...Array.from({ length: frames }, () => frame),
    Buffer.from(';', 'latin1'),
  ])
}

/** A form with one file, as a browser sends it. */
export function formWith(
  field: string,
  bytes: Uint8Array,
  name = 'picture.png',
  type = 'image/png',
): FormData {
  const form = new FormData()
  form.append(field, new File([new Uint8Array(bytes)], name, { type }))
  return form
}
