import { Link } from 'react-router'
import { paths } from '../../../navigation/links/paths.ts'

/** An @username in a text, as a link to the profile. */
export function MentionLink({ username }: { username: string }) {
  return (
    <Link to={paths.profile(username)} className="link relative z-10">
      @{username}
    </Link>
  )
}
