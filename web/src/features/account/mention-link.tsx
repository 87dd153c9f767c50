import { Link } from 'react-router'
import { isBuilt, paths } from '../../app/paths.ts'

/** An @username in someone's text, to that person's profile. */
export function MentionLink({ username }: { username: string }) {
  const text = `@${username}`
  if (!isBuilt('profile')) return text
  return (
    <Link to={paths.profile(username)} className="link relative z-10">
      {text}
    </Link>
  )
}
