import { Flag } from 'lucide-react'
import { MenuItem } from '../../../ui/overlays/menu.tsx'
import { openReport } from './open-report.tsx'
import type { ReportRequest } from './report-dialog.tsx'

/** A menu entry. */
export function ReportItem(thing: ReportRequest) {
  return (
    <MenuItem onSelect={() => openReport(thing)}>
      <Flag />
      Report
    </MenuItem>
  )
}
