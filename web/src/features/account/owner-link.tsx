import type { Owner } from '@vireo/contract'
import { Link } from 'react-router'
import { isBuilt, paths } from '../../app/paths.ts'
import { useSignInPath } from '../../app/use-sign-in-path.ts'
import { cn } from '../../lib/cn.ts'
import { Avatar, type AvatarSize } from '../../ui/avatar.tsx'
import { useCurrentUser } from './api.ts'

type OwnerAvatarProps = { owner: Owner; size?: AvatarSize; className?: string }

/** Opens the profile; visitors are sent to sign in. Not a stop of the Tab key: the name beside it is. */
export function OwnerAvatar({ owner, size = 'sm', className }: OwnerAvatarProps) {
  const { user, isLoading } = useCurrentUser()
  const here = useSignInPath()
  const profile = isBuilt('profile') ? paths.profile(owner.username) : undefined
  const to = user || isLoading ? profile : profile ? paths.auth(profile) : here
  const avatar = <Avatar name={owner.fullname} src={owner.avatar} size={size} />
  if (!to) return <span className={className}>{avatar}</span>
  return (
    <Link to={to} tabIndex={-1} aria-label={owner.fullname} className={cn('rounded-full', className)}>
      {avatar}
    </Link>
  )
}

/** Opens the profile, for visitors too. */
export function OwnerName({ owner, className }: { owner: Owner; className?: string }) {
  if (!isBuilt('profile')) {
    return (
      <span dir="auto" className={className}>
        {owner.fullname}
      </span>
    )
  }
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
