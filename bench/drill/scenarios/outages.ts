import { findProgram } from '../../../scripts/lib/ensure-tools.ts'
import { createStorage } from '../../../server/src/media/storage/create-storage.ts'
import { startSwiftS3 } from '../../../server/test/programs/swift-s3.ts'
import { startGate } from '../../../server/test/programs/tcp-gate.ts'
import type { Drill } from '../drill.ts'
import { mailsTwice } from '../sabotage/common.ts'
import { Person } from '../tools/people.ts'
import { comment, keepCommenting, makeCommunity, publish, tweet } from '../tools/posts.ts'
import { startProgram, untilReady, untilReported } from '../tools/program.ts'
import { pause, timed } from '../tools/waiting.ts'

const outageMs = 20_000

/** The object store is unreachable while a video is processed; everything else keeps working. */
const store: Drill = {
  name: 'S3 away for 20 s during processing',
  sabotages: [
    {
      what: 'the pictures of tweets are replaced in the store',
      failsWith: /lost: \d tweets?$/,
      damage: async ({ storageUrl }) => {
        const storage = await createStorage({ dir: '', ...(storageUrl && { url: storageUrl }) })
        for (const key of await storage.list('tweets'))
          await storage.putBytes(key, Buffer.from('another picture'), 'image/webp')
      },
    },
  ],
  whySkipped: () => (findProgram('swift-proxy-server') ? undefined : 'OpenStack Swift is not installed'),
  run: async (context) => {
    const swift = await startSwiftS3()
    context.defer(swift.stop)
    context.storageUrl = swift.url
    const url = new URL(swift.url)
    const gate = await startGate({ host: '127.0.0.1', port: Number(url.port) })
    context.defer(gate.shut)
    url.host = gate.host
    const program = await startProgram(context, { env: { STORAGE_URL: url.href } })
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const community = await makeCommunity(context, newPerson)
    await publish(context.ledger, community.author)
    gate.shut()
    await untilReported(program, { status: 'ok', storage: 'failed' })
    const commenting = keepCommenting(context.ledger, community)
    await newPerson().signUp()
    await tweet(context.ledger, community.author).catch(() => {}) // May be refused, but must be kept if acknowledged.
    await pause(outageMs)
    await commenting.stop()
    return timed(async () => {
      await gate.open()
      await untilReported(program, { status: 'ok', storage: 'ok' })
      await tweet(context.ledger, community.author)
      await publish(context.ledger, community.author)
    })
  },
}

/** The mail server is unreachable while people request codes. */
const mailServer: Drill = {
  name: 'SMTP away for 20 s during sign-up',
  sabotages: [mailsTwice],
  run: async (context) => {
    const gate = await startGate({ host: '127.0.0.1', port: Number(new URL(context.mailbox.url).port) })
    context.defer(gate.shut)
    const program = await startProgram(context, { env: { MAIL_URL: `smtp://${gate.host}` } })
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const { viewer, video } = await makeCommunity(context, newPerson)
    gate.shut()
    const waiting = [newPerson(), newPerson(), newPerson()]
    for (const person of waiting) await person.askForCode()
    await pause(outageMs)
    await comment(context.ledger, viewer, video._id, 'Without mail')
    await gate.open()
    return timed(async () => {
      for (const person of waiting) {
        await person.enterCode()
        await person.register()
      }
    })
  },
}

export const outages: Drill[] = [store, mailServer]
