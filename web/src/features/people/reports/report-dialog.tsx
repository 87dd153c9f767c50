import { useQueryClient } from '@tanstack/react-query'
import { api, type ReportKind } from '@vireo/contract'
import { useState } from 'react'
import { ApiError, call, hasCode } from '../../../lib/api-client.ts'
import { runMutation } from '../../../lib/query/query-client.ts'
import { toastError, toastNotice, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Dialog } from '../../../ui/overlays/dialog.tsx'
import { type Reason, ReasonForm } from './reason-form.tsx'

export type ReportRequest = { kind: ReportKind; id: string }

const send = ({ kind, id }: ReportRequest, body: Reason) => {
  if (kind === 'video') return call(api.reports.video, { params: { videoId: id }, body })
  if (kind === 'tweet') return call(api.reports.tweet, { params: { tweetId: id }, body })
  if (kind === 'comment') return call(api.reports.comment, { params: { commentId: id }, body })
  return call(api.reports.profile, { params: { channelId: id }, body })
}

/** Opens with every new request. */
export function ReportDialog({ request }: { request: ReportRequest }) {
  const queryClient = useQueryClient()
  const [closed, setClosed] = useState<ReportRequest>()
  const { kind } = request

  const report = async (reason: Reason) => {
    try {
      await runMutation(queryClient, () => send(request, reason))
      toastSuccess(api.reports[kind].message)
      setClosed(request)
    } catch (error) {
      const isRepeated = error instanceof ApiError && hasCode(error, 'report.already')
      if (isRepeated) toastNotice(error.message)
      else toastError(`Failed to report ${kind}`)
      if (isRepeated) setClosed(request)
    }
  }
  return (
    <Dialog
      title={`Do you want to report this ${kind}?`}
      description="The moderators of this site will look at it and tell you what they decide."
      open={closed !== request}
      onOpenChange={(isOpen) => !isOpen && setClosed(request)}
    >
      <ReasonForm
        legend="What is wrong with it?"
        textLabel="Anything else the moderators should know?"
        submitLabel="Report"
        onSubmit={report}
      />
    </Dialog>
  )
}
