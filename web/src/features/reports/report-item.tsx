import { Flag } from 'lucide-react'
import { toastNotice } from '../../ui/feedback/toast.ts'
import { MenuItem } from '../../ui/overlays/menu.tsx'
import { openReport } from './open-report.tsx'
import type { ReportRequest } from './report-dialog.tsx'

type ReportItemProps = ReportRequest & { isOwn?: boolean }

/** A menu entry. As specified, owners see it on their own videos too. */
export function ReportItem({ isOwn = false, ...thing }: ReportItemProps) {
  const report = () => {
    if (isOwn) toastNotice(`This is your own ${thing.kind}.`)
    else openReport(thing)
  }
  return (
    <MenuItem onSelect={report}>
      <Flag />
      Report
    </MenuItem>
  )
}
