import type { Owner } from '@vireo/contract'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Avatar } from '../../ui/avatar.tsx'

export function ChannelGrid({ channels }: { channels: Owner[] }) {
  return (
    <section aria-labelledby="found-channels" className="border-b border-border pb-6">
      <h2 id="found-channels" className="mb-3 text-base">
        Matching Channels
      </h2>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(13rem,100%),1fr))] gap-2">
        {channels.map(({ _id, username, fullname, avatar }) => (
          <li key={_id} className="min-w-0">
            <Link
              to={paths.profile(username)}
              className="flex min-h-14 items-center gap-3 rounded-card p-2 transition-colors hover:bg-surface-2"
            >
              <Avatar name={fullname || username} src={avatar} />
              <span dir="auto" className="min-w-0 truncate font-medium">
                {fullname || username}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
