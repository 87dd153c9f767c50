import type { Channel } from '@vireo/contract'
import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../../ui/overlays/menu.tsx'
import { BlockItem } from '../../people/blocks/block-item.tsx'
import { ReportItem } from '../../people/reports/report-item.tsx'

/** Actions of a signed-in person on someone else's profile. */
export function ProfileMenu({ channel }: { channel: Channel }) {
  return (
    <Menu>
      <MenuTrigger>
        <IconButton label="Profile actions" className="text-muted">
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        <ReportItem kind="profile" id={channel._id} />
        <BlockItem person={channel} isBlocked={channel.isBlocked} />
      </MenuContent>
    </Menu>
  )
}
