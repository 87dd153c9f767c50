import { useQueryClient } from '@tanstack/react-query'
import { api, type Captions, type Video } from '@vireo/contract'
import { call } from '../../../../lib/api-client.ts'
import { toastSuccess } from '../../../../ui/feedback/toasts/toast.ts'
import { useConfirm } from '../../../../ui/overlays/confirm.tsx'
import { patchVideoDetail } from '../api.ts'
import { CaptionsField } from './captions-field.tsx'
import { sendCaptions } from './captions-file.ts'

/** For the owner. Changes are saved at once and shown by a player on the page. */
export function EditCaptions({ video }: { video: Video }) {
  const { _id: id, captions, duration } = video
  const queryClient = useQueryClient()
  const confirm = useConfirm()
  const show = (changed: Captions[], message: string) => {
    patchVideoDetail(queryClient, id, () => ({ captions: changed }))
    toastSuccess(message)
  }
  return (
    <CaptionsField
      captions={captions}
      duration={duration}
      hint="A .vtt or .srt file per language. Changes to captions are saved at once."
      onAdd={async (added) => show(await sendCaptions(id, added), api.videos.setCaptions.message)}
      confirmRemoval={({ label }) =>
        confirm({ title: `Remove the captions “${label}”?`, confirmLabel: 'Remove', isDanger: true })
      }
      onRemove={async ({ _id: captionsId }) => {
        const left = await call(api.videos.removeCaptions, { params: { id, captionsId } })
        show(left, api.videos.removeCaptions.message)
      }}
    />
  )
}
