import { Link } from 'react-router'
import { paths } from './paths.ts'

type TagLinkProps = { tag: string; type?: 'tweets' }

/** A #tag in a text, as a link to a search for it. */
export function TagLink({ tag, type }: TagLinkProps) {
  return (
    <Link to={paths.search(`#${tag}`, type)} className="link">
      #{tag}
    </Link>
  )
}

/** A #tag in a tweet leads to tweets. */
export const TweetTagLink = ({ tag }: TagLinkProps) => <TagLink tag={tag} type="tweets" />
