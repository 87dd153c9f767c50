import { ListPlus } from 'lucide-react'
import { useNavigate } from 'react-router'
import { useSignInPath } from '../../../navigation/links/use-sign-in-path.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { toastError } from '../../../ui/feedback/toasts/toast.ts'
import { lazyPart } from '../../../ui/lazy/lazy-part.tsx'
import { useLazyDialog } from '../../../ui/overlays/use-lazy-dialog.tsx'
import { useWhenViewerKnown } from '../../people/accounts/api.ts'

const SaveDialog = lazyPart(() => import('./save-dialog.tsx').then((m) => m.SaveDialog))

type SaveButtonProps = { videoId: string; className: string }

/** Opens the list of playlists; visitors are sent to sign in. */
export function SaveButton({ videoId, className }: SaveButtonProps) {
  const whenViewerKnown = useWhenViewerKnown()
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  const saving = useLazyDialog(SaveDialog, (control) => <SaveDialog videoId={videoId} {...control} />)
  const handleClick = () =>
    whenViewerKnown((viewer) => {
      if (viewer) return saving.open()
      toastError('Please sign in to save videos')
      void navigate(signInPath)
    })
  return (
    <>
      <Button className={className} onClick={handleClick}>
        <ListPlus />
        Save
      </Button>
      {saving.dialog}
    </>
  )
}
