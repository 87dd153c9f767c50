import { publicPaths } from '@vireo/contract'
import { Copy } from 'lucide-react'
import { useId } from 'react'
import { copyText } from '../../../lib/dom/copy-text.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError, toastSuccess } from '../../../ui/feedback/toasts/toast.ts'
import { Input } from '../../../ui/forms/fields/input.tsx'
import { Dialog } from '../../../ui/overlays/dialog.tsx'

type RssDialogProps = { username: string; open: boolean; onOpenChange: (open: boolean) => void }

/** The feed addresses for feed readers and podcast apps. */
export function RssDialog({ username, ...control }: RssDialogProps) {
  return (
    <Dialog
      title="Follow in another app"
      description="Feed readers and podcast apps can follow this channel. They need one of these addresses and no account."
      {...control}
    >
      <div className="grid gap-5 pt-2">
        <RssAddress
          label="Videos, for podcast apps and feed readers"
          path={publicPaths.channelFeed(username)}
        />
        <RssAddress label="Tweets, for feed readers" path={publicPaths.channelTweetsFeed(username)} />
      </div>
    </Dialog>
  )
}

function RssAddress({ label, path }: { label: string; path: string }) {
  const id = useId()
  const address = new URL(path, window.location.origin).href
  const copy = async () => {
    if (await copyText(address)) toastSuccess('Address copied')
    else toastError('The address could not be copied. Select it and copy it by hand.')
  }
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <div className="flex gap-2">
        <Input
          id={id}
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
          className="min-w-0"
        />
        <Button size="lg" aria-label={`Copy the address: ${label}`} onClick={() => void copy()}>
          <Copy />
          <span className="max-[359px]:sr-only">Copy</span>
        </Button>
      </div>
    </div>
  )
}
