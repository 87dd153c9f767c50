import { restore } from '../server/src/backup/restore.ts'
import { openTarget } from '../server/src/backup/target.ts'
import { failPlainly } from './lib/fail-plainly.ts'
import { withSite } from './lib/with-site.ts'

// npm run restore -- TARGET [ID]: to an empty database and an empty store. Without ID, the latest complete backup.
await failPlainly(async () => {
  const [address, id, ...rest] = process.argv.slice(2)
  if (!address || rest.length > 0)
    throw new Error('Use: npm run restore -- FOLDER [BACKUP], or an address as in STORAGE_URL')
  const { manifest, damaged } = await withSite(
    { applicationName: 'vireo-restore', isStopped: true },
    async (site) => restore(site, await openTarget(address), id),
  )
  console.log(`Backup ${manifest.id} is restored, with ${manifest.files.count - damaged.length} files.`)
  if (damaged.length === 0) return
  console.error(`${damaged.length} files are missing or damaged in the backup and were left out:`)
  for (const key of damaged) console.error(`  ${key}`)
  process.exitCode = 1
})
