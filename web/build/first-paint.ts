import { readFile } from 'node:fs/promises'
import { minify, type Plugin } from 'vite'

const read = (path: string) => readFile(new URL(`../${path}`, import.meta.url), 'utf8')

/**
 * Inlines into index.html the script that detects the theme and the page, and the boxes of the shared layout with their
 * styles, so that they are painted with the first bytes. See web/first-paint.
 */
export function firstPaint(): Plugin {
  return {
    name: 'vireo-first-paint',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle }) {
        const { code } = await minify('script.js', await read('first-paint/script.js'))
        const frame = await makeFrame()
        const page = html
          .replace(
            '<!-- first-paint-head -->',
            () => `<script>${code.trim()}</script><style>${frame.css}</style>`,
          )
          .replace('<!-- first-paint-frame -->', () => frame.html)
        // The dev server has no hashed names and injects its styles by script.
        return bundle ? preloadFont(moveStylesheet(page), Object.keys(bundle)) : page
      },
    },
  }
}

async function makeFrame() {
  const [html, css] = await Promise.all(['first-paint/frame.html', 'first-paint/frame.css'].map(read))
  if (!html || !css) throw new Error('The first paint is empty')
  return {
    css: shorten((await readColours()) + css),
    html: shorten(html).replace('BIRD', await readMark()),
  }
}

/** The colours of both themes, for pages that do not wait for the stylesheet. */
export async function readColours(): Promise<string> {
  const colours = (await read('src/styles.css')).match(/^(:root|\.dark) \{[^}]*\}/gm)
  if (colours?.length !== 2) throw new Error('styles.css lacks the colours of a theme')
  return colours.join('')
}

/** The path of the bird, for an SVG of 32 × 32. */
export async function readMark(): Promise<string> {
  const mark = (await read('public/favicon.svg')).match(/ d="([^"]+)"/)?.[1]
  if (!mark) throw new Error('favicon.svg has no path')
  return mark
}

/** Removes comments, line breaks and indentation. */
const shorten = (text: string) => text.replace(/\/\*.*?\*\//gs, '').replace(/\s*\n\s*/g, '')

/** In the head, the stylesheet would block the first paint. Here it only blocks the app, which needs it. */
function moveStylesheet(html: string) {
  const link = /<link rel="stylesheet"[^>]*>/.exec(html)?.[0]
  if (!link) throw new Error('index.html has no stylesheet')
  return html.replace(link, '').replace('</body>', () => `${link}</body>`)
}

function preloadFont(html: string, files: string[]) {
  const font = files.find((file) => /inter-latin-wght-normal-[^/]*\.woff2$/.test(file))
  if (!font) throw new Error('index.html: the font was not emitted')
  const preload = `<link rel="preload" href="/${font}" as="font" type="font/woff2" crossorigin />`
  return html.replace('<!-- font-preload -->', preload)
}
