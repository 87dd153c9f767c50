import { Flag } from 'lucide-react'
import { MenuItem } from '../../ui/menu.tsx'
import { toastNotice } from '../../ui/toast.ts'
import { openReport, type ReportRequest } from './report-request.ts'

type ReportItemProps = ReportRequest & { isOwn?: boolean }

/** An entry of a menu. The spec's menu of a video has it for its owner too. */
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
