import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createTestApp } from '../../app/app.ts'
import { createSite, type Site } from '../site.ts'
import { addLargestData } from './largest-data.ts'

type AppOptions = NonNullable<Parameters<typeof createTestApp>[1]>

/** Small versions of the built pages, so that the sizes of documents are those of their data. */
const pages = {
  'index.html':
    '<!doctype html><html><head><title>Vireo</title><meta name="description" content="Videos." /></head><body></body></html>',
  'preload.json': '[]',
  'embed.html': '<!doctype html><title>{{title}}</title><a href="{{watch}}">{{title}}</a>{{poster}}{{data}}',
  'embed-unavailable.html': '<!doctype html><h1>Video unavailable</h1><p>{{reason}}</p>',
}

export interface LargestSite extends Site {
  /** A video with as many chapters as fit into its description. */
  chaptersVideoId: string
  close: () => Promise<void>
}

/** A site with the largest data, on which nothing is cached. */
export async function createLargestSite(options: AppOptions): Promise<LargestSite> {
  const webRoot = await mkdtemp(join(tmpdir(), 'vireo-worst-'))
  for (const [name, text] of Object.entries(pages)) await writeFile(join(webRoot, name), text)
  const app = await createTestApp({}, { webRoot, documentDeadlineMs: 60_000, ...options })
  const site = await createSite(app)
  await addLargestData(site)
  const [video] = await app.context.sql<{ id: string }[]>`
    select id from videos where owner_id = ${site.ownerId} and starts_with(description, '0:00') limit 1`
  const close = async () => {
    await app.close()
    await rm(webRoot, { recursive: true })
  }
  return { ...site, chaptersVideoId: video?.id ?? '', close }
}
