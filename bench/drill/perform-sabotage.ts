import { type Drill, type DrillContext, type Sabotage, withDrillContext } from './drill.ts'
import { runInTime } from './perform.ts'
import { logTail } from './tools/program.ts'

/** Runs each drill with each of its sabotages. Sets the exit code unless every one of them fails as it must. */
export async function performSabotages(drills: Drill[]): Promise<void> {
  console.log('| drill | sabotage | the drill |')
  console.log('| --- | --- | --- |')
  for (const drill of drills) {
    const reason = drill.whySkipped?.()
    if (reason) console.log(`| ${drill.name} | skipped: ${reason} | |`)
    else for (const sabotage of drill.sabotages) await performSabotage(drill, sabotage)
  }
}

async function performSabotage(drill: Drill, sabotage: Sabotage): Promise<void> {
  await withDrillContext(async (context) => {
    const failure = await findFailure(drill, sabotage, context)
    const isExpected = failure !== undefined && sabotage.failsWith.test(failure)
    const [outcome = ''] = (failure ?? 'PASSES').split('\n')
    const row = [drill.name, sabotage.what, `${isExpected ? 'fails' : 'WRONG'}: ${outcome.slice(0, 120)}`]
    console.log(`| ${row.join(' | ')} |`)
    if (isExpected) return
    console.error(`It must fail with ${sabotage.failsWith}. The log ends with:\n${await logTail(context)}`)
    process.exitCode = 1
  }, sabotage)
}

/** The reason for which the drill failed, or undefined if it passed. */
async function findFailure(
  drill: Drill,
  sabotage: Sabotage,
  context: DrillContext,
): Promise<string | undefined> {
  const { ledger } = context
  try {
    await runInTime(drill, context)
    const { lost, lostCount } = await ledger.check()
    if (!sabotage.damage) return lostCount > 0 ? `lost: ${lost}` : undefined
    if (lostCount > 0) return `lost without the sabotage: ${lost}`
    await sabotage.damage(context)
    const again = await ledger.checkAgain()
    return again.lostCount > 0 ? `lost: ${again.lost}` : undefined
  } catch (error) {
    return (error as Error).message
  }
}
