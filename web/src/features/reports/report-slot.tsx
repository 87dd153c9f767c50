import { lazy, Suspense } from 'react'
import { useReportRequest } from './report-request.ts'

// With the first report: most visits make none.
const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })))

export function ReportSlot() {
  const request = useReportRequest()
  return <Suspense>{request && <ReportDialog request={request} />}</Suspense>
}
