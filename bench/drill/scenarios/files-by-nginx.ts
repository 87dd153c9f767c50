import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { mkdir, truncate, writeFile } from 'node:fs/promises'
import { request } from 'node:http'
import { connect } from 'node:http2'
import { dirname, join } from 'node:path'
import { api } from '@vireo/contract'
import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import { rawRequest } from '../../../server/test/app/raw.ts'
import type { Drill } from '../drill.ts'
import { startNginx } from '../tools/nginx.ts'
import { expectOk, Person } from '../tools/people.ts'
import { publish, untilVideo } from '../tools/posts.ts'
import { embeddedDatabase, startProgram, untilReady } from '../tools/program.ts'
import { timed } from '../tools/waiting.ts'

/** As in deploy/nginx.conf. */
const maxTransfers = 256

/** Sends the same requests to a server and to nginx, which sends another server's files. The answers must be equal. */
export const filesByNginx: Drill = {
  name: 'files that nginx sends itself',
  sabotages: [
    {
      what: 'files that nginx sends lack their Cache-Control header',
      failsWith: /instead of .*cache-control/,
      module: 'drop-cache-header.ts',
    },
  ],
  whySkipped: () =>
    findProgram('nginx') && findProgram('openssl') ? undefined : 'nginx or openssl is not installed',
  run: async (context) => {
    const dataDir = join(context.folder, 'data')
    const plain = await startProgram(context)
    await untilReady(plain)
    const { url } = await embeddedDatabase(dataDir)
    const env = { DATABASE_URL: url, X_ACCEL_PREFIX: '/protected-media/' }
    const behind = await startProgram(context, { role: 'api', env })
    await untilReady(behind)
    const nginx = await startNginx({ context, servers: [behind], mediaDir: join(dataDir, 'media') })
    await untilReady(nginx)

    const author = await new Person(context, nginx.origin).signUp()
    const { _id: id } = await publish(context.ledger, author)
    await untilVideo(author, id, ({ videofile, storyboard }) => !!videofile && !!storyboard)
    const seconds: number[] = []
    const compareFiles = async () => {
      const { data } = await author.client.call(api.videos.get, { params: { id } })
      const file = data.videofile ?? ''
      seconds.push((await timed(() => compare(plain.origin, nginx.origin, file))).seconds)
      return file
    }
    const publicFile = await compareFiles()
    const form = new FormData()
    form.append('visibility', 'private')
    expectOk(await author.client.call(api.videos.update, { params: { id }, form }))
    const privateFile = await compareFiles()
    const [key = ''] = /videos\/.*/.exec(privateFile) ?? []
    for (const path of [
      `/protected-media/${key}`,
      `/media/${key}`,
      '/protected-media/../postgres.password',
      '/metrics',
    ])
      await expectStatus(nginx.origin, path, 404)
    await expectStatus(nginx.redirectOrigin, publicFile, 301)
    await expectSecure(nginx.secureOrigin, privateFile)
    await expectTransferLimit(nginx.origin, join(dataDir, 'media'))
    return { seconds: Math.max(...seconds) }
  },
}

/** The date and id of two answers always differ, servers may close connections at any time, and nginx names itself. */
const mayDiffer = ['date', 'x-request-id', 'connection', 'keep-alive', 'server', 'transfer-encoding']

async function compare(expected: string, tried: string, path: string): Promise<void> {
  const { headers } = await rawRequest(expected, path, { method: 'HEAD' })
  const etag = String(headers.etag)
  const requests = [
    {},
    { range: 'bytes=100-299' },
    { range: 'bytes=-100' },
    { range: 'bytes=100-' },
    { range: 'bytes=0-1,4-5' },
    { range: 'bytes=5-2' },
    { range: 'bytes=999999999-' },
    { range: 'bytes=0-99', 'if-range': etag },
    { range: 'bytes=0-99', 'if-range': '"older"' },
    { 'if-none-match': etag },
    { 'if-none-match': '"older"' },
    { 'if-modified-since': String(headers['last-modified']) },
    { 'accept-encoding': 'gzip, br' },
  ]
  for (const method of ['GET', 'HEAD'])
    for (const headers of requests) {
      const answers = await Promise.all(
        [expected, tried].map((origin) => rawRequest(origin, path, { method, headers })),
      )
      const [one, two] = answers.map(({ status, headers, bytes }) => {
        const kept = Object.entries(headers).filter(([name]) => !mayDiffer.includes(name))
        return JSON.stringify([status, kept.sort(), createHash('sha256').update(bytes).digest('hex')])
      })
      if (one !== two) throw new Error(`${method} ${JSON.stringify(headers)}: ${two} instead of ${one}`)
    }
}

async function expectStatus(origin: string, path: string, status: number): Promise<void> {
  const answer = await rawRequest(origin, path)
  if (answer.status !== status) throw new Error(`${path} was answered ${answer.status} instead of ${status}`)
}

/** One address that opens as many transfers as it may, and reads none of them, gets no more, but still the pages. */
async function expectTransferLimit(origin: string, mediaDir: string): Promise<void> {
  const key = 'avatars/drill/large.webp'
  await mkdir(dirname(join(mediaDir, key)), { recursive: true })
  // Much more than the buffers of a connection hold; without content it takes no space.
  await writeFile(join(mediaDir, key), '')
  await truncate(join(mediaDir, key), 64 * 1024 * 1024)
  const stalled = Array.from({ length: maxTransfers }, () => {
    const client = request(`${origin}/media/${key}`, { agent: false })
    client.on('error', () => {})
    return client.end()
  })
  await Promise.all(stalled.map((client) => once(client, 'response')))
  try {
    const { status, headers, text } = await rawRequest(origin, `/media/${key}`)
    const isRefused = status === 429 && headers['retry-after'] === '5' && JSON.parse(text).statuscode === 429
    if (!isRefused)
      throw new Error(`transfer ${maxTransfers + 1} was answered ${status}: ${text.slice(0, 200)}`)
    await expectStatus(origin, '/api/v1/video', 200)
  } finally {
    for (const client of stalled) client.destroy()
  }
}

/** Over HTTP/2, like browsers. */
async function expectSecure(origin: string, path: string): Promise<void> {
  const session = connect(origin, { rejectUnauthorized: false })
  try {
    const status = await new Promise((resolve, reject) => {
      session.once('error', reject)
      session
        .request({ ':path': path })
        .once('response', (headers) => resolve(headers[':status']))
        .end()
    })
    if (status !== 200) throw new Error(`${path} was answered ${status} by HTTP/2`)
  } finally {
    session.destroy()
  }
}
