import type { Tweet } from '@vireo/contract'
import { EllipsisVertical } from 'lucide-react'
import { useRef } from 'react'
import { focusNeighbour } from '../../lib/focus-neighbour.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu, MenuContent, MenuTrigger } from '../../ui/menu.tsx'
import { BlockItem } from '../blocks/block-item.tsx'
import { ReportItem } from '../reports/report-item.tsx'

/** What a signed-in person can do about another's tweet. */
export function OthersTweetMenu({ tweet, className }: { tweet: Tweet; className: string }) {
  const trigger = useRef<HTMLButtonElement>(null)
  return (
    <Menu>
      <MenuTrigger>
        <IconButton ref={trigger} label="Tweet actions" className={className}>
          <EllipsisVertical />
        </IconButton>
      </MenuTrigger>
      <MenuContent>
        <ReportItem kind="tweet" id={tweet._id} />
        <BlockItem person={tweet.owner} beforeGone={() => focusNeighbour(trigger.current)} />
      </MenuContent>
    </Menu>
  )
}
