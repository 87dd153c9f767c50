import { setTimeout as sleep } from 'node:timers/promises'
import { type Drill, type DrillContext, type DrillResult, withDrillContext } from './drill.ts'
import { logTail } from './tools/program.ts'

/** Runs drills and prints a row for each of them. Sets the exit code if one fails. */
export async function performDrills(drills: Drill[]): Promise<void> {
  console.log(
    '| drill | acknowledged | found afterwards | lost | works again after | sabotage: it fails if |',
  )
  console.log('| --- | --- | --- | --- | --- | --- |')
  for (const drill of drills) await performDrill(drill)
}

async function performDrill(drill: Drill): Promise<void> {
  const reason = drill.whySkipped?.()
  if (reason) console.log(`| ${drill.name} | skipped: ${reason} | | | | ${sabotagesOf(drill)} |`)
  else await withDrillContext((context) => perform(drill, context))
}

const sabotagesOf = ({ sabotages }: Drill) => sabotages.map(({ what }) => what).join('; ')

async function perform(drill: Drill, context: DrillContext): Promise<void> {
  try {
    const { seconds, notChecked = [], notes = [] } = await runInTime(drill, context)
    const { acknowledged } = context.ledger
    const { found, lost, lostCount } = await context.ledger.check()
    const foundAll = lostCount === 0 ? 'all of it' : found
    const result = `${acknowledged} | ${foundAll} | lost = ${lostCount} | ${seconds.toFixed(1)} s`
    console.log(`| ${drill.name} | ${result} | ${sabotagesOf(drill)} |`)
    for (const note of notes) console.log(`${drill.name}: ${note}`)
    for (const check of notChecked) console.log(`${drill.name}: not tried: ${check}`)
    if (lostCount > 0) await fail(context, `lost: ${lost}`)
  } catch (error) {
    console.log(
      `| ${drill.name} | ${context.ledger.acknowledged} | FAILED: ${(error as Error).message} | | | |`,
    )
    await fail(context, String((error as Error).stack))
  }
}

/** Fails if the drill does not end within its time limit. */
export async function runInTime(drill: Drill, context: DrillContext): Promise<DrillResult> {
  const { name, minutes = 20 } = drill
  const tooLong = async () => {
    await sleep(minutes * 60_000, undefined, { ref: false })
    throw new Error(`${name} did not end within ${minutes} minutes`)
  }
  return Promise.race([drill.run(context), tooLong()])
}

async function fail(context: DrillContext, reason: string): Promise<void> {
  console.error(`${reason}\nThe log ends with:\n${await logTail(context)}`)
  process.exitCode = 1
}
