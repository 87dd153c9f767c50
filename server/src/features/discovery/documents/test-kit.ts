import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Envelope } from '@vireo/contract'
import { Window } from 'happy-dom'
import { createTestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'

/** A small version of the built index.html. */
const template = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Vireo</title>
    <meta name="description" content="Videos and short image posts." />
    <link rel="icon" href="/favicon.svg" />
    <script type="module" src="/assets/start.js"></script>
  </head>
  <body><div id="root"></div><link rel="stylesheet" href="/assets/index.css"></body>
</html>
`

type TestAppArguments = Parameters<typeof createTestApp>

/** The app with a built web of one page. */
export async function createSite(env: TestAppArguments[0] = {}, options: TestAppArguments[1] = {}) {
  const webRoot = await mkdtemp(join(tmpdir(), 'vireo-documents-'))
  await writeFile(join(webRoot, 'index.html'), template)
  await writeFile(join(webRoot, 'preload.json'), '[]')
  const app = await createTestApp(env, {
    ...{ webRoot, documentDeadlineMs: 20_000 },
    ...options,
  })
  const close = async () => {
    await app.close()
    await rm(webRoot, { recursive: true })
  }
  return { ...app, close }
}

export interface ReadDocument {
  status: number
  headers: Headers
  html: string
  title: string
  /** The elements of the head: their names, their attributes, and the values of the attributes that name them. */
  head: string[]
  /** The content of a meta element by its name or property. */
  meta: (name: string) => string | undefined
  link: (rel: string, type?: string) => string | undefined
  structured: Record<string, unknown> | undefined
  answers: Record<string, Envelope<unknown>>
}

/** Reads a page as a program without JavaScript does. */
export async function open(client: TestClient, path: string): Promise<ReadDocument> {
  const response = await client.fetch(path)
  const html = await response.text()
  const { document } = parse(html)
  const find = (selector: string) => document.querySelector(selector)
  const json = (selector: string) => find(selector)?.textContent
  return {
    status: response.status,
    headers: response.headers,
    html,
    title: document.title,
    head: [...document.head.children].map((element) => {
      const attributes = [...element.attributes].map(({ name, value }) =>
        /^(name|property|rel|type)$/.test(name) ? `${name}=${value}` : name,
      )
      return [element.tagName, ...attributes].join(' ')
    }),
    meta: (name) =>
      find(`meta[name="${name}"]`)?.getAttribute('content') ??
      find(`meta[property="${name}"]`)?.getAttribute('content') ??
      undefined,
    link: (rel, type) =>
      find(`link[rel="${rel}"]${type ? `[type="${type}"]` : ''}`)?.getAttribute('href') ?? undefined,
    structured: JSON.parse(json('script[type="application/ld+json"]') ?? 'null') ?? undefined,
    answers: JSON.parse(json('#page-data') ?? '{}'),
  }
}

function parse(html: string) {
  const window = new Window({ settings: { disableJavaScriptFileLoading: true, disableCSSFileLoading: true } })
  return { document: new window.DOMParser().parseFromString(html, 'text/html') }
}
