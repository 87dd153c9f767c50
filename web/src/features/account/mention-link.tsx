import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'

/** An @username in someone's text, to that person's profile. */
export function MentionLink({ username }: { username: string }) {
  return (
    <Link to={paths.profile(username)} className="link relative z-10">
      @{username}
    </Link>
  )
}
