import { connect as connectTcp } from 'node:net'
import { join } from 'node:path'
import { api } from '@vireo/contract'
import { connect } from '../../../server/src/db/sql.ts'
import type { Drill, DrillContext } from '../drill.ts'
import { removesAComment, takesALikeBack } from '../sabotage/common.ts'
import { Person } from './people.ts'
import { comment, makeCommunity } from './posts.ts'
import { embeddedDatabase, startProgram, untilReady } from './program.ts'
import { pause, timed, until } from './waiting.ts'

const slowClients = 200
const slowMs = 20_000

/** 200 connections that send one byte per second; `seconds` is the longest wait of another person. */
const slow: Drill = {
  name: '200 slow clients',
  sabotages: [removesAComment],
  run: async (context) => {
    const program = await startProgram(context)
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const { viewer, video } = await makeCommunity(context, newPerson)
    openSlowConnections(context, Number(new URL(program.origin).port))
    let slowest = 0
    const until = performance.now() + slowMs
    for (let i = 1; performance.now() < until; i++) {
      const { seconds } = await timed(() => comment(context.ledger, viewer, video._id, `Number ${i}`))
      slowest = Math.max(slowest, seconds)
      await pause(1000)
    }
    await newPerson().signUp()
    return { seconds: slowest }
  },
}

/** One third sends its headers slowly, one third its body, and one third reads the response slowly. */
function openSlowConnections(context: DrillContext, port: number): void {
  const head = 'POST /api/v1/user/login HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'
  const starts = [
    'GET / HTTP/1.1\r\n',
    `${head}content-length: 5000\r\n\r\n`,
    'GET /api/docs HTTP/1.1\r\nhost: x\r\n\r\n',
  ]
  const sockets = Array.from({ length: slowClients }, (_, i) => {
    const socket = connectTcp(port, '127.0.0.1')
    socket.on('error', () => {})
    socket.write(starts[i % starts.length] ?? '')
    if (i % starts.length === 2) socket.pause()
    return socket
  })
  const timer = setInterval(() => {
    for (const socket of sockets) if (socket.writable) socket.write('x')
  }, 1000)
  context.defer(() => {
    clearInterval(timer)
    for (const socket of sockets) socket.destroy()
  })
}

const heldMs = 15_000
const waitingReaders = 60
const waitingWriters = 10

/** The comments table is locked, and more requests wait for it than the pool has connections. */
const exhausted: Drill = {
  name: 'pool exhausted for 15 s by a locked table',
  sabotages: [takesALikeBack],
  run: async (context) => {
    const program = await startProgram(context)
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const { viewer, video } = await makeCommunity(context, newPerson)
    const { url } = await embeddedDatabase(join(context.folder, 'data'))
    const sql = connect(url, { max: 1 })
    context.defer(() => sql.end({ timeout: 1 }))
    const release = Promise.withResolvers<void>()
    const locked = Promise.withResolvers<void>()
    const holding = sql.begin(async (tx) => {
      await tx`lock table comments in access exclusive mode`
      locked.resolve()
      await release.promise
    })
    await locked.promise
    const list = async () => {
      const { status } = await viewer.client.call(api.comments.listOfVideo, {
        params: { videoId: video._id },
      })
      if (status !== 200) throw new Error(`The comments are answered with ${status}`)
    }
    // May be refused, but acknowledged data must be kept.
    const attempts = [
      ...Array.from({ length: waitingReaders }, list),
      ...Array.from({ length: waitingWriters }, (_, i) =>
        comment(context.ledger, viewer, video._id, `Number ${i}`),
      ),
    ]
    const answered = Promise.allSettled(attempts)
    await pause(heldMs)
    release.resolve()
    const recovery = await timed(async () => {
      await holding
      await untilReady(program)
      await until('comments are listed', () => list().then(() => true))
    })
    await answered
    await comment(context.ledger, viewer, video._id, 'Afterwards')
    return recovery
  },
}

export const load: Drill[] = [slow, exhausted]
