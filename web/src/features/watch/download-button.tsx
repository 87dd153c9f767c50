import { Download } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSignInPath } from '../../app/use-sign-in-path.ts'
import { Button } from '../../ui/button.tsx'
import { toastError, toastSuccess } from '../../ui/toast.ts'
import { useCurrentUser } from '../account/api.ts'
import { useDownload } from './api.ts'

/** Saves the video as a file; visitors are sent to sign in. */
export function DownloadButton({ videoId }: { videoId: string }) {
  const { user, isLoading } = useCurrentUser()
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  const download = useDownload()

  const handleClick = () => {
    // A click before we know who is here does nothing rather than something wrong.
    if (isLoading) return
    if (!user) return void navigate(signInPath)
    download.mutate(videoId, {
      onSuccess: ({ url, message }) => {
        openDownload(url)
        toastSuccess(message)
      },
      onError: (error) => toastError(error.message),
    })
  }
  return (
    <Button
      className="rounded-full!"
      isBusy={download.isPending}
      busyLabel="Processing..."
      onClick={handleClick}
    >
      <Download />
      Download
    </Button>
  )
}

/** The answer says that it is a file to be saved, so the page stays where it is. */
function openDownload(url: string) {
  const link = document.createElement('a')
  link.href = url
  link.download = ''
  document.body.append(link)
  link.click()
  link.remove()
}
