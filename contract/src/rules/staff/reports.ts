import { limits } from '../../limits.ts'
import { subjectKinds } from '../core/subjects.ts'

/** The reasons for reporting or removing something, or for suspending an account. */
export const reportReasons = [
  'spam',
  'harassment',
  'hate',
  'violence',
  'sexual',
  'illegal',
  'copyright',
  'other',
] as const
export type ReportReason = (typeof reportReasons)[number]

export const reportReasonLabels: Record<ReportReason, string> = {
  spam: 'Spam or misleading',
  harassment: 'Harassment or bullying',
  hate: 'Hateful content',
  violence: 'Violence or threats',
  sexual: 'Sexual content',
  illegal: 'Illegal content',
  copyright: 'Infringes copyright',
  other: 'Something else',
}

/** The kinds of things that can be reported. */
export const reportKinds = [...subjectKinds, 'profile'] as const
export type ReportKind = (typeof reportKinds)[number]

export interface ReportBody {
  reason?: ReportReason
  text?: string
}

export function reportTextRule({ reason, text = '' }: ReportBody): string | undefined {
  if (reason === 'other' && !text.trim()) return 'Please say what is wrong'
  if (text.trim().length > limits.reportTextLength)
    return `Text must be at most ${limits.reportTextLength} characters`
}
