import { useQuery } from '@tanstack/react-query'
import { cn } from '../../../../lib/cn.ts'
import { formatBytes } from '../../../../lib/text/format.ts'
import { SectionLoading, SettingsSection } from '../../../../ui/layout/settings-section.tsx'
import { storageQuery } from './settings-api.ts'

/** The part of the quota that the person uses. */
export function StorageUsage() {
  const storage = useQuery(storageQuery)
  return (
    <SettingsSection
      title="Storage"
      text="What your videos, unfinished uploads and the download of your data take up."
    >
      {storage.data ? (
        <UsageBar {...storage.data} />
      ) : (
        <SectionLoading query={storage} failure="Your storage could not be loaded." className="h-9" />
      )}
    </SettingsSection>
  )
}

/** From here on, the bar warns that space is running out. */
const warnPercent = 90

function UsageBar({ used, usedByExport, quota }: { used: number; usedByExport: number; quota: number }) {
  const percent = Math.min(100, (used / quota) * 100)
  const text = `${formatBytes(used)} of ${formatBytes(quota)} used`
  return (
    <div className="grid gap-2">
      <p className="tabular-nums">{text}</p>
      {/* The text above has the same information. */}
      <div aria-hidden="true" className="h-2 overflow-hidden rounded-full bg-surface-2">
        <div
          style={{ width: `${percent}%` }}
          className={cn(
            'h-full rounded-full',
            used > 0 && 'min-w-1',
            percent >= warnPercent ? 'bg-warn' : 'bg-accent',
          )}
        />
      </div>
      {percent >= warnPercent && (
        <p className="text-pretty text-muted">
          Delete videos that you no longer need to make room for new ones.
        </p>
      )}
      {usedByExport > 0 && (
        <p className="text-pretty text-muted tabular-nums">
          {formatBytes(usedByExport)} of it is the download of your data, until you delete it or it expires.
        </p>
      )}
    </div>
  )
}
