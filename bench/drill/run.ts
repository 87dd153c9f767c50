import { parseArgs } from 'node:util'
import { drills } from './drills.ts'
import { performDrills } from './perform.ts'
import { performSabotages } from './perform-sabotage.ts'

// npm run drill [-- part of a name …] [--sabotage] [--minutes 5]: prints one row for each fault, in the format of
// docs/reliability.md. With --sabotage, every drill is run with each of its sabotages and must fail. The soak runs only
// if it is named, for two hours or the given minutes, and always with --sabotage, shortly.
const { values, positionals } = parseArgs({
  options: { sabotage: { type: 'boolean', default: false }, minutes: { type: 'string' } },
  allowPositionals: true,
})
if (values.minutes !== undefined && !(Number(values.minutes) > 0)) throw new Error('--minutes takes a number')
const minutes = values.minutes === undefined ? undefined : Number(values.minutes)

const chosen = drills(minutes).filter(({ name, isOnlyByName }) =>
  positionals.length === 0
    ? !isOnlyByName || values.sabotage
    : positionals.some((part) => name.includes(part)),
)
if (chosen.length === 0) {
  const names = drills().map(({ name }) => name)
  console.error(`No drill is called ${positionals.join(' or ')}. There are: ${names.join('; ')}`)
  process.exitCode = 1
} else if (values.sabotage) await performSabotages(chosen)
else await performDrills(chosen)
