// Draws the app icons from the favicon's path: `node web/build/icons.ts`, by hand, when the mark changes.
import { readFile } from 'node:fs/promises'
// biome-ignore lint/correctness/noUndeclaredDependencies: never part of the build; the workspace has it for the server
import sharp from 'sharp'

const publicFolder = new URL('../public/', import.meta.url)
const favicon = await readFile(new URL('favicon.svg', publicFolder), 'utf8')
const path = favicon.match(/ d="([^"]+)"/)?.[1]
if (!path) throw new Error('favicon.svg has no path')

const icons = [
  { file: 'icon-192.png', size: 192, bird: 0.7, radius: 0.22 },
  { file: 'icon-512.png', size: 512, bird: 0.7, radius: 0.22 },
  // Cropped by the system: the background fills the icon, and the bird stays in the safe zone.
  { file: 'icon-maskable.png', size: 512, bird: 0.54, radius: 0 },
  { file: 'apple-touch-icon.png', size: 180, bird: 0.66, radius: 0 },
]

for (const { file, size, bird, radius } of icons) {
  const scale = (size * bird) / 32
  const margin = (size * (1 - bird)) / 2
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}">
    <rect width="${size}" height="${size}" rx="${size * radius}" fill="#0C110F"/>
    <path transform="translate(${margin} ${margin}) scale(${scale})" fill="#6FD08C" fill-rule="evenodd" d="${path}"/>
  </svg>`
  const target = new URL(file, publicFolder)
  await sharp(Buffer.from(svg)).png({ compressionLevel: 9, palette: true }).toFile(target.pathname)
}
