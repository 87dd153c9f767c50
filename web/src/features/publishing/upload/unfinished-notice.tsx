import { History } from 'lucide-react'
import { Button } from '../../../ui/buttons/button.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { type Draft, isReadyToPublish, isSameFile } from './draft.ts'
import { percentOf } from './transfer/format-transfer.ts'

type UnfinishedNoticeProps = {
  draft: Draft
  /** How many bytes the server has, once it is known; null if the upload is gone. */
  offset: number | null | undefined
  onForget: () => void
}

/** After a reload the browser no longer has the file, but the server still has what was sent. */
export function UnfinishedNotice({ draft, offset, onForget }: UnfinishedNoticeProps) {
  const { video, remembered } = draft
  if (!remembered) return null
  const { file, uploadUrl } = remembered
  const percent = typeof offset !== 'number' ? '' : ` (${percentOf(offset, file.size)} %)`
  const forget = (
    <Button size="sm" variant="ghost" onClick={onForget}>
      Discard
    </Button>
  )
  if (isReadyToPublish(draft, offset))
    return <Notice icon={<History />}>{`Publishing '${file.name}'…`}</Notice>
  if (!video) {
    const text = uploadUrl
      ? `Choose the same file again to continue '${file.name}'${percent}`
      : `Choose '${file.name}' again: the browser does not keep files when a page is reloaded.`
    return (
      <Notice icon={<History />} action={forget}>
        {text}
      </Notice>
    )
  }
  if (!uploadUrl) return null
  if (!isSameFile(video, file)) {
    return (
      <Notice icon={<History />} action={forget}>
        {`This is not '${file.name}'${percent}. Choose that one to continue it, or upload this one from the start.`}
      </Notice>
    )
  }
  const part = offset === file.size ? `'${file.name}'` : `A part of '${file.name}'`
  return (
    <Notice icon={<History />}>
      {`${part} is uploaded already${percent}. Upload Video goes on from there.`}
    </Notice>
  )
}
