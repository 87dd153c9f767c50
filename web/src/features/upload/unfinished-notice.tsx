import { History } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { type Draft, isSameFile } from './draft.ts'
import { percentOf } from './format-transfer.ts'

type UnfinishedNoticeProps = {
  draft: Draft
  /** Bytes that the server has, once we know. */
  offset: number | undefined
  onForget: () => void
}

/** A reload takes the file out of our hands, but not what was sent of it. */
export function UnfinishedNotice({ draft: { video, remembered }, offset, onForget }: UnfinishedNoticeProps) {
  if (!remembered) return null
  const { file, uploadUrl } = remembered
  const percent = offset === undefined ? '' : ` (${percentOf(offset, file.size)} %)`
  const forget = (
    <Button size="sm" variant="ghost" onClick={onForget}>
      Forget it
    </Button>
  )
  if (!video) {
    const text = uploadUrl
      ? `Choose the same file again to continue '${file.name}'${percent}`
      : `Choose '${file.name}' again: a browser keeps no file over a reload.`
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
