import { join } from 'node:path'
import type { Drill } from '../drill.ts'
import { zeroesUploads } from '../sabotage/common.ts'
import { Person } from '../tools/people.ts'
import { comment, makeCommunity, publish, tweet } from '../tools/posts.ts'
import { startProgram, untilReady } from '../tools/program.ts'
import { timed, until } from '../tools/waiting.ts'
import { ResumableUpload } from './resumable-upload.ts'

const preload = new URL('../tools/shift-clock.ts', import.meta.url).href

/** The clock of the program, but not of PostgreSQL, jumps three hours forward and back, as with a wrong NTP server. */
export const clockJump: Drill = {
  name: 'clock three hours forward and back during upload, processing and sign-up',
  sabotages: [zeroesUploads],
  run: async (context) => {
    const program = await startProgram(context, { flags: ['--import', preload] })
    await untilReady(program)
    const newPerson = () => new Person(context, program.origin)
    const { author, viewer, video } = await makeCommunity(context, newPerson)
    const upload = await ResumableUpload.open(context, author, join(context.folder, 'data'))
    await upload.sendChunks(2)
    const jump = () =>
      timed(async () => {
        await publish(context.ledger, author)
        program.send('SIGUSR2')
        await untilReady(program)
        await until('the session is still good', async () => {
          await comment(context.ledger, viewer, video._id, 'What time is it?')
          return true
        })
        await newPerson().signUp()
      })
    const forward = await jump()
    await upload.sendChunks(2)
    await tweet(context.ledger, author)
    const back = await jump()
    await upload.expectKept()
    await upload.finish()
    return { seconds: Math.max(forward.seconds, back.seconds) }
  },
}
