import { parseArgs } from 'node:util'
import { openTarget } from '../server/src/backup/target.ts'
import { verify } from '../server/src/backup/verify.ts'
import { failPlainly } from './lib/fail-plainly.ts'
import { withSite } from './lib/with-site.ts'

const hourMs = 3600 * 1000

// npm run verify [-- --content --backup TARGET --remove-orphans --grace-hours 24], whether the site is running or not.
await failPlainly(async () => {
  const { values } = parseArgs({
    options: {
      backup: { type: 'string' },
      content: { type: 'boolean', default: false },
      'remove-orphans': { type: 'boolean', default: false },
      'grace-hours': { type: 'string', default: '24' },
    },
  })
  const graceMs = Number(values['grace-hours']) * hourMs
  if (!(graceMs >= 0)) throw new Error('--grace-hours takes a number of hours')
  const target = values.backup ? await openTarget(values.backup) : undefined
  const removesOrphans = values['remove-orphans']
  const findings = await withSite({ applicationName: 'vireo-verify' }, (site) =>
    verify(site, { graceMs, removesOrphans, readsContent: values.content, ...(target && { target }) }),
  )
  const { checked, missing, orphaned, damaged, notInBackup, withoutChecksum } = findings
  console.log(`${checked} files in the store`)
  if (withoutChecksum > 0) console.log(`${withoutChecksum} of them had no checksum to compare them with`)
  report('missing, though the database refers to them', missing)
  report('damaged', damaged)
  report(`orphaned: nothing refers to them${removesOrphans ? '; removed' : ''}`, orphaned)
  if (target) report('missing or damaged in the backup', notInBackup)
  const problems = [missing, damaged, notInBackup, removesOrphans ? [] : orphaned]
  if (problems.some((list) => list.length > 0)) process.exitCode = 1
})

function report(what: string, lines: string[]): void {
  console.log(`${lines.length} ${what}`)
  for (const line of lines) console.log(`  ${line}`)
}
