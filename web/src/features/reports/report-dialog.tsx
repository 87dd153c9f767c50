import { useQueryClient } from '@tanstack/react-query'
import { api } from '@vireo/contract'
import { useState } from 'react'
import { ApiError, call, hasCode } from '../../lib/api-client.ts'
import { runMutation } from '../../lib/run-mutation.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { toastError, toastNotice, toastSuccess } from '../../ui/toast.ts'
import { type Reason, ReasonForm } from './reason-form.tsx'
import type { ReportRequest } from './report-request.ts'

const send = ({ kind, id }: ReportRequest, body: Reason) => {
  if (kind === 'video') return call(api.report.video, { params: { videoId: id }, body })
  if (kind === 'tweet') return call(api.report.tweet, { params: { tweetId: id }, body })
  if (kind === 'comment') return call(api.report.comment, { params: { commentId: id }, body })
  return call(api.report.profile, { params: { channelId: id }, body })
}

/** Opens with every new request. */
export function ReportDialog({ request }: { request: ReportRequest }) {
  const queryClient = useQueryClient()
  const [closed, setClosed] = useState<ReportRequest>()
  const { kind } = request

  const report = async (reason: Reason) => {
    try {
      await runMutation(queryClient, () => send(request, reason))
      toastSuccess(api.report[kind].message)
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
