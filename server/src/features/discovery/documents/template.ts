import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

import { toScriptText } from '../../../lib/text/markup.ts'

/** Inserts the head and the responses of a page into index.html. */
type FillTemplate = (head: string, responses: ReadonlyMap<string, string>) => string

/** The general title and description in index.html, which the head of the page replaces. */
const generalHead = /<title>[^<]*<\/title>\s*<meta name="description"[^>]*>/

/** Undefined if the web is not built. */
export function readTemplate(root: string): FillTemplate | undefined {
  const file = join(root, 'index.html')
  if (!existsSync(file)) return undefined
  const html = readFileSync(file, 'utf8')
  const found = generalHead.exec(html)
  const end = html.lastIndexOf('</body>')
  if (!found || end < 0) throw new Error('index.html has no title, description or body')
  const [start, middle] = [html.slice(0, found.index), html.slice(found.index + found[0].length, end)]
  // After the boxes of the first paint, so that they are painted before all responses have arrived.
  return (head, responses) => `${start}${head}${middle}${renderResponses(responses)}${html.slice(end)}`
}

/** Read by `web/src/lib/loading/page-data.ts`. */
function renderResponses(responses: ReadonlyMap<string, string>): string {
  if (responses.size === 0) return ''
  // Sorted, because a browser that has cached the document compares it.
  const entries = [...responses].map(([address, json]) => `${JSON.stringify(address)}:${json}`).sort()
  return `<script type="application/json" id="page-data">${toScriptText(`{${entries.join(',')}}`)}</script>`
}
