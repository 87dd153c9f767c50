import { createStore } from '../../../lib/store/store.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import type { ReportRequest } from './report-dialog.tsx'

const lastRequest = createStore<ReportRequest | undefined>(undefined)

// Loaded with the first report, as most visits have none.
const ReportDialog = lazyPart(() => import('./report-dialog.tsx').then((m) => m.ReportDialog))

/** Opens the report dialog. It is part of the shared layout, because the menu that opens it closes first. */
export function openReport(wanted: ReportRequest) {
  // A new object each time, because the same thing may be reported again.
  whenLoaded(ReportDialog, () => lastRequest.set({ ...wanted }))
}

export function ReportDialogHost() {
  const request = useStore(lastRequest)
  return request && <ReportDialog request={request} />
}
