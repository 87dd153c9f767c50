import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../ui/menu.tsx'
import { ReportItem } from '../reports/report-item.tsx'

/** What a signed-in person can do about another's profile, besides subscribing. */
export function ProfileMenu({ channelId }: { channelId: string }) {
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label="Profile actions" className="size-11 pointer-fine:size-10!">
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        <ReportItem kind="profile" id={channelId} />
      </MenuContent>
    </Menu>
  )
}
