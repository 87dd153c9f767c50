import { main } from '../server/src/main.ts'
import { buildWeb } from './build-web.ts'
import { ensureFfmpeg } from './lib/ensure-tools.ts'
import { failPlainly } from './lib/fail-plainly.ts'

// npm start and npm run demo: installs and builds what the server needs, then runs the server in this process.
await failPlainly(async () => {
  await ensureFfmpeg()
  buildWeb()
  if (process.env.npm_lifecycle_event) stopWithParent()
  await main(process.argv.slice(2))
})

/** npm forwards signals, but if npm itself is killed, the server would keep running and occupy the port. */
function stopWithParent(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 1000)
  timer.unref()
}
