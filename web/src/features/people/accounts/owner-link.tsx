import type { Owner } from '@vireo/contract'
import { Link } from 'react-router'
import { cn } from '../../../lib/cn.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { Avatar, type AvatarSize } from '../../../ui/avatar/avatar.tsx'
import { useCurrentUser } from './api.ts'

type OwnerAvatarProps = { owner: Owner; size?: AvatarSize; className?: string }

/** Opens the profile, for visitors after signing in. Not a tab stop, because the name next to it is one. */
export function OwnerAvatar({ owner, size = 'sm', className }: OwnerAvatarProps) {
  const { user, isLoading } = useCurrentUser()
  const profile = paths.profile(owner.username)
  const to = user || isLoading ? profile : paths.auth(profile)
  return (
    <Link to={to} tabIndex={-1} aria-label={owner.fullname} className={cn('rounded-full', className)}>
      <Avatar name={owner.fullname} src={owner.avatar} size={size} />
    </Link>
  )
}

/** Opens the profile, even for visitors. */
export function OwnerName({ owner, className }: { owner: Owner; className?: string }) {
  return (
    <Link
      dir="auto"
      to={paths.profile(owner.username)}
      className={cn('rounded-sm transition-colors hover:text-text', className)}
    >
      {owner.fullname}
    </Link>
  )
}
