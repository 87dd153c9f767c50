import { type Drill, timed, until } from './drill.ts'
import { Person } from './people.ts'
import { comment, makeCommunity, publish, tweet } from './posts.ts'
import { startProgram, untilReady } from './program.ts'
import { ResumableUpload } from './resumable-upload.ts'

const preload = new URL('./shift-clock.ts', import.meta.url).href

/** The clock of the program, not that of PostgreSQL, jumps three hours forward and then back, as by a wrong NTP server. */
export const clockJump: Drill = {
  name: 'clock three hours forward and back during upload, processing and sign-up',
  run: async (stage) => {
    const program = await startProgram(stage, { flags: ['--import', preload] })
    await untilReady(program)
    const newPerson = () => new Person(stage, program.origin)
    const { author, viewer, video } = await makeCommunity(stage, newPerson)
    const upload = await ResumableUpload.open(stage, author)
    await upload.sendChunks(2)
    const jump = () =>
      timed(async () => {
        await publish(stage.ledger, author)
        program.send('SIGUSR2')
        await untilReady(program)
        await until('the session is still good', async () => {
          await comment(stage.ledger, viewer, video._id, 'What time is it?')
          return true
        })
        await newPerson().signUp()
      })
    const forward = await jump()
    await upload.sendChunks(2)
    await tweet(stage.ledger, author)
    const back = await jump()
    await upload.finish()
    return { seconds: Math.max(forward.seconds, back.seconds) }
  },
}
