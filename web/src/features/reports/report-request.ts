import type { ReportKind } from '@vireo/contract'
import { useSyncExternalStore } from 'react'

export type ReportRequest = { kind: ReportKind; id: string }

let request: ReportRequest | undefined
const listeners = new Set<() => void>()

/** Opens the report dialog of the shared layout; from a menu, which is gone by the time the dialog is there. */
export function openReport(wanted: ReportRequest) {
  request = wanted
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** What was last asked to be reported: a new object each time. */
export const useReportRequest = () => useSyncExternalStore(subscribe, () => request)
