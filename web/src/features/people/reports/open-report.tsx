import { createStore } from '../../../lib/store/store.ts'
import { useStore } from '../../../lib/store/use-store.ts'
import { lazyPart, whenLoaded } from '../../../ui/lazy/lazy-part.tsx'
import type { ReportRequest } from './report-dialog.tsx'

const lastRequest = createStore<ReportRequest | undefined>(undefined)

// Loaded with the first report, which most visits never make.
const ReportDialog = lazyPart(() => import('./report-dialog.tsx').then((m) => m.ReportDialog))

/** Opens the report dialog, which is part of the shared layout: the menu that asks for it closes before it opens. */
export function openReport(wanted: ReportRequest) {
  // A new object each time, because the same thing may be reported again.
  whenLoaded(ReportDialog, () => lastRequest.set({ ...wanted }))
}

export function ReportDialogHost() {
  const request = useStore(lastRequest)
  return request && <ReportDialog request={request} />
}
