import { buffer } from 'node:stream/consumers'
import { api, type DataExport } from '@vireo/contract'
import { fromBuffer } from 'yauzl'
import type { TestApp } from '../../../../test/app/app.ts'
import type { TestClient } from '../../../../test/app/client.ts'

export const request = (client: TestClient, withFiles = false) =>
  client.call(api.exports.request, { body: { withFiles } })

export const latest = async (client: TestClient) => (await client.call(api.exports.latest)).data

/** Runs the job that prepares the export of a person. */
export async function prepareExport(app: TestApp, client: TestClient): Promise<DataExport> {
  await app.runJobs()
  const data = await latest(client)
  if (!data || data.status === 'pending') throw new Error('The export was not prepared')
  return data
}

/** Requests the data of a person and reads the archive. */
export async function exportData(app: TestApp, client: TestClient, withFiles = false): Promise<Archive> {
  const asked = await request(client, withFiles)
  if (asked.status !== 200) throw new Error(asked.message)
  const { url } = await prepareExport(app, client)
  return download(client, url)
}

type Archive = Awaited<ReturnType<typeof readArchive>>

export async function download(client: TestClient, url: string | null): Promise<Archive> {
  const answer = await client.fetch(url ?? '')
  if (answer.status !== 200) throw new Error(`The file is not there: ${answer.status}`)
  return readArchive(Buffer.from(await answer.arrayBuffer()))
}

/** The files of a zip, by name, and whether each is compressed. */
async function readArchive(zip: Buffer) {
  const files = new Map<string, Buffer>()
  const stored: string[] = []
  await new Promise<void>((resolve, reject) => {
    fromBuffer(zip, { lazyEntries: true, strictFileNames: true }, (error, archive) => {
      if (error) return reject(error)
      archive.on('end', resolve).on('error', reject)
      archive.on('entry', (entry) => {
        if (entry.compressionMethod === 0) stored.push(entry.fileName)
        archive.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure)
          buffer(stream).then((bytes) => {
            files.set(entry.fileName, bytes)
            archive.readEntry()
          }, reject)
        })
      })
      archive.readEntry()
    })
  })
  return {
    names: [...files.keys()].sort(),
    stored: stored.sort(),
    bytes: (name: string) => files.get(name),
    text: (name: string) => files.get(name)?.toString() ?? '',
    json: (name: string) => JSON.parse(files.get(name)?.toString() ?? 'null'),
    everything: () => [...files.values()].map((bytes) => bytes.toString()).join('\n'),
  }
}
