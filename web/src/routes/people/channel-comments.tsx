import { useParams } from 'react-router'
import { ChannelCommentsScreen } from '../../features/community/channel-comments/channel-comments-screen.tsx'
import { usePageTitle } from '../../lib/hooks/page-title.ts'
import { MissingPage } from '../../navigation/errors/missing-page.tsx'

/** Reached by signed-in people only. */
export function Component() {
  const { tab = 'waiting' } = useParams()
  usePageTitle('Comments on your channel')
  if (tab !== 'waiting' && tab !== 'hidden') return <MissingPage title="Oops! Page not found" />
  return <ChannelCommentsScreen state={tab} />
}
