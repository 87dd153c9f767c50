import { lazy, Suspense } from 'react'
import { createStore } from '../../lib/store.ts'
import { useStore } from '../../lib/use-store.ts'
import type { ReportRequest } from './report-dialog.tsx'

const lastRequest = createStore<ReportRequest | undefined>(undefined)

/** Opens the report dialog, which is part of the shared layout: the menu that asks for it closes before it opens. */
export function openReport(wanted: ReportRequest) {
  // A new object each time, because the same thing may be reported again.
  lastRequest.set({ ...wanted })
}

// Loaded with the first report, which most visits never make.
const ReportDialog = lazy(() => import('./report-dialog.tsx').then((m) => ({ default: m.ReportDialog })))

export function ReportDialogHost() {
  const request = useStore(lastRequest)
  return <Suspense>{request && <ReportDialog request={request} />}</Suspense>
}
