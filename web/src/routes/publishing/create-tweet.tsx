import { api, type Tweet } from '@vireo/contract'
import { useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { TweetForm } from '../../features/publishing/tweet-form/tweet-form.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { paths } from '../../navigation/links/paths.ts'
import { toastSuccess } from '../../ui/feedback/toasts/toast.ts'

/** Reached by signed-in people only: the layout route around it sends visitors to sign in. */
export function Component() {
  usePageTitle('Create Tweet')
  const { user } = useCurrentUser()
  const navigate = useNavigate()
  if (!user) return null

  const celebrate = ({ _id }: Tweet, hasLeft: boolean) => {
    const view = { label: 'View tweet', onPress: () => void navigate(paths.tweet(_id)) }
    toastSuccess(api.tweets.create.message, view)
    if (!hasLeft) void navigate(paths.home())
  }
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <h1 className="text-2xl">Create Tweet</h1>
      <TweetForm key={user._id} ownerId={user._id} onPosted={celebrate} />
    </div>
  )
}
