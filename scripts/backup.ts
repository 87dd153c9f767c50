import { parseArgs } from 'node:util'
import { backUp } from '../server/src/backup/backup.ts'
import { openTarget } from '../server/src/backup/target.ts'
import { failPlainly } from './lib/fail-plainly.ts'
import { withSite } from './lib/with-site.ts'

// npm run backup -- TARGET [--keep 7], whether the site is running or not. TARGET is a folder or s3://…
await failPlainly(async () => {
  const { values, positionals } = parseArgs({
    options: { keep: { type: 'string' } },
    allowPositionals: true,
  })
  const [address, ...rest] = positionals
  const keep = values.keep === undefined ? undefined : Number(values.keep)
  const isUsable =
    address && rest.length === 0 && (keep === undefined || (Number.isInteger(keep) && keep > 0))
  if (!isUsable)
    throw new Error('Use: npm run backup -- FOLDER [--keep NUMBER], or an address as in STORAGE_URL')
  // A backup contains the site's secrets and people's addresses.
  process.umask(0o077)
  const { manifest, sent } = await withSite({ applicationName: 'vireo-backup' }, async (site) =>
    backUp(site, await openTarget(address), { ...(keep && { keep }) }),
  )
  const { database, files, missing } = manifest
  const rows = database.tables.reduce((sum, table) => sum + table.rows, 0)
  console.log(
    [
      `Backup ${manifest.id} is complete: ${rows} rows of ${database.tables.length} tables, ${database.jobs.rows} jobs,`,
      `${files.count} files (${megabytes(files.totalBytes)}), of which ${sent.files} (${megabytes(sent.bytes)}) were new.`,
    ].join(' '),
  )
  if (missing.length === 0) return
  console.error(`The database refers to ${missing.length} files that the store does not have:`)
  for (const key of missing) console.error(`  ${key}`)
  process.exitCode = 1
})

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`
}
