import { setTimeout as sleep } from 'node:timers/promises'
import { containers } from './container/drills.ts'
import { type Drill, type DrillContext, withDrillContext } from './drill.ts'
import { backupAndRestore } from './scenarios/backup.ts'
import { behindNginx } from './scenarios/behind-nginx.ts'
import { clockJump } from './scenarios/clock-jump.ts'
import { filesByNginx } from './scenarios/files-by-nginx.ts'
import { fullDisk } from './scenarios/full-disk.ts'
import { kills } from './scenarios/kills.ts'
import { outages } from './scenarios/outages.ts'
import { rollingUpgrade } from './scenarios/rolling-upgrade.ts'
import { load } from './tools/load.ts'
import { logTail } from './tools/program.ts'

// npm run drill [part of a name …]: prints one row for each fault, in the format of docs/reliability.md.
const drills: Drill[] = [
  ...kills,
  ...fullDisk,
  ...outages,
  clockJump,
  ...load,
  behindNginx,
  filesByNginx,
  backupAndRestore,
  rollingUpgrade,
  ...containers,
]

const requested = process.argv.slice(2)
const chosen = drills.filter(
  ({ name }) => requested.length === 0 || requested.some((part) => name.includes(part)),
)
if (chosen.length === 0) {
  console.error(
    `No drill is called ${requested.join(' or ')}. There are: ${drills.map(({ name }) => name).join('; ')}`,
  )
  process.exitCode = 1
}

console.log('| drill | acknowledged | found afterwards | lost | works again after |')
console.log('| --- | --- | --- | --- | --- |')
for (const drill of chosen) {
  const reason = drill.whySkipped?.()
  if (reason) console.log(`| ${drill.name} | skipped: ${reason} | | | |`)
  else await withDrillContext((context) => perform(drill, context))
}

async function perform(drill: Drill, context: DrillContext): Promise<void> {
  try {
    const {
      seconds,
      notChecked = [],
      notes = [],
    } = await Promise.race([drill.run(context), failAfterTimeout(drill)])
    const { acknowledged } = context.ledger
    const { found, lost, lostCount } = await context.ledger.check()
    const foundAll = lostCount === 0 ? 'all of it' : found
    console.log(
      `| ${drill.name} | ${acknowledged} | ${foundAll} | lost = ${lostCount} | ${seconds.toFixed(1)} s |`,
    )
    for (const note of notes) console.log(`${drill.name}: ${note}`)
    for (const check of notChecked) console.log(`${drill.name}: not tried: ${check}`)
    if (lostCount > 0) await fail(context, `lost: ${lost}`)
  } catch (error) {
    console.log(
      `| ${drill.name} | ${context.ledger.acknowledged} | FAILED: ${(error as Error).message} | | |`,
    )
    await fail(context, String((error as Error).stack))
  }
}

async function failAfterTimeout({ name, minutes = 8 }: Drill): Promise<never> {
  await sleep(minutes * 60_000, undefined, { ref: false })
  throw new Error(`${name} did not end within ${minutes} minutes`)
}

async function fail(context: DrillContext, reason: string): Promise<void> {
  console.error(`${reason}\nThe log ends with:\n${await logTail(context)}`)
  process.exitCode = 1
}
