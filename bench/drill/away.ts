import { findProgram } from '../../scripts/ensure-tools.ts'
import { startSwiftS3 } from '../../server/test/swift-s3.ts'
import { startGate } from '../../server/test/tcp-gate.ts'
import { type Drill, pause, timed, until } from './drill.ts'
import { Person } from './people.ts'
import { comment, keepCommenting, makeCommunity, publish, tweet } from './posts.ts'
import { startProgram, untilReady } from './program.ts'

const awayMs = 20_000

/** The object store is away while a video is processed; what needs no store goes on. */
const store: Drill = {
  name: 'S3 away for 20 s during processing',
  whySkipped: () => (findProgram('swift-proxy-server') ? undefined : 'OpenStack Swift is not installed'),
  run: async (stage) => {
    const swift = await startSwiftS3()
    stage.defer(swift.stop)
    const url = new URL(swift.url)
    const gate = await startGate({ host: '127.0.0.1', port: Number(url.port) })
    stage.defer(gate.shut)
    url.host = gate.host
    const program = await startProgram(stage, { env: { STORAGE_URL: url.href } })
    await untilReady(program)
    const newPerson = () => new Person(stage, program.origin)
    const community = await makeCommunity(stage, newPerson)
    await publish(stage.ledger, community.author)
    gate.shut()
    await until('/readyz tells of it', async () => (await fetch(`${program.origin}/readyz`)).status === 503)
    const commenting = keepCommenting(stage.ledger, community)
    await newPerson().signUp()
    await tweet(stage.ledger, community.author).catch(() => {}) // Refused, or acknowledged and kept.
    await pause(awayMs)
    await commenting.stop()
    return timed(async () => {
      await gate.open()
      await untilReady(program)
      await tweet(stage.ledger, community.author)
      await publish(stage.ledger, community.author)
    })
  },
}

/** The mail server is away while people ask for codes. */
const mailServer: Drill = {
  name: 'SMTP away for 20 s during sign-up',
  run: async (stage) => {
    const gate = await startGate({ host: '127.0.0.1', port: Number(new URL(stage.mailbox.url).port) })
    stage.defer(gate.shut)
    const program = await startProgram(stage, { env: { MAIL_URL: `smtp://${gate.host}` } })
    await untilReady(program)
    const newPerson = () => new Person(stage, program.origin)
    const { viewer, video } = await makeCommunity(stage, newPerson)
    gate.shut()
    const waiting = [newPerson(), newPerson(), newPerson()]
    for (const person of waiting) await person.askForCode()
    await pause(awayMs)
    await comment(stage.ledger, viewer, video._id, 'Without mail')
    await gate.open()
    return timed(async () => {
      for (const person of waiting) {
        await person.enterCode()
        await person.register()
      }
    })
  },
}

export const away: Drill[] = [store, mailServer]
