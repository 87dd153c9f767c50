import { main } from '../server/src/main.ts'
import { buildWeb } from './build-web.ts'
import { ensureFfmpeg } from './ensure-tools.ts'
import { failPlainly } from './fail-plainly.ts'

// npm start and npm run demo: makes sure of everything that the server needs, then becomes the server.
await failPlainly(async () => {
  await ensureFfmpeg()
  buildWeb()
  await main(process.argv.slice(2))
})
