import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { UploadForm } from '../../features/publishing/upload/form/upload-form.tsx'
import { OtherUploads } from '../../features/publishing/upload/tray/other-uploads.tsx'
import { ProcessingSection } from '../../features/publishing/videos/processing/processing-status.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { paths } from '../../navigation/links/paths.ts'

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Upload Video')
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  if (!user) return null
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <h1 className="text-2xl">Upload Video</h1>
      <UploadForm key={user._id} ownerId={user._id} onPublished={() => void navigate(paths.home())} />
      <OtherUploads ownerId={user._id} />
      <ProcessingSection ownerId={user._id} />
    </div>
  )
}
