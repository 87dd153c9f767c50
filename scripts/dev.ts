import { spawn } from 'node:child_process'
import { ensureFfmpeg } from './lib/ensure-tools.ts'
import { failPlainly } from './lib/fail-plainly.ts'

// npm run dev: the server restarts after changes, and Vite in front of it updates the open page.
await failPlainly(async () => {
  await ensureFfmpeg()
  const inherit = { stdio: 'inherit' } as const
  const server = spawn(process.execPath, ['--watch', 'server/src/main.ts', '--demo'], {
    ...inherit,
    env: { ...process.env, PORT: '8001' },
  })
  const vite = spawn('npm', ['exec', '--workspace', 'web', '--', 'vite'], inherit)
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      vite.kill(signal)
      server.kill(signal)
    })
  vite.once('exit', () => server.kill('SIGTERM'))
  server.once('exit', () => vite.kill('SIGTERM'))
})
