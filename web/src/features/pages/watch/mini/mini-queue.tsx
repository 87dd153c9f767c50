import { ListVideo } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Popover, PopoverContent, PopoverTrigger } from '../../../../ui/overlays/popover.tsx'
import { OwnQueueContent } from '../../../library/own-queue/own-queue-panel.tsx'
import { ControlButton } from '../../../playback/player/controls/control-button.tsx'

type MiniQueueProps = ComponentProps<typeof OwnQueueContent> & {
  isOpen: boolean
  onOpenChange: (isOpen: boolean) => void
}

/** A button that opens the queue beside the mini-player. */
export function MiniQueue({ isOpen, onOpenChange, ...content }: MiniQueueProps) {
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverTrigger>
        <ControlButton label="Queue">
          <ListVideo />
        </ControlButton>
      </PopoverTrigger>
      <PopoverContent aria-label="Queue" side="top" className="w-96 overflow-hidden">
        <OwnQueueContent {...content} />
      </PopoverContent>
    </Popover>
  )
}
