import { Tooltip } from '../tooltip/tooltip.tsx'
import { BareIconButton, type BareIconButtonProps } from './bare-icon-button.tsx'

/** A 44 px button with only an icon; its label is its name and its tooltip. */
export function IconButton({ tooltip, ...props }: BareIconButtonProps & { tooltip?: string }) {
  return (
    <Tooltip text={tooltip ?? props.label}>
      <BareIconButton {...props} />
    </Tooltip>
  )
}
