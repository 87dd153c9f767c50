import {
  type ComponentProps,
  cloneElement,
  isValidElement,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { cn } from '../../lib/cn.ts'
import { Spinner } from '../feedback/spinner.tsx'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner, keeps width and focus, and ignores clicks (and Enter in the form). */
  isBusy?: boolean
  /** Shown beside the spinner, e.g. 'Uploading...'; the button is wide enough for it from the start. */
  busyLabel?: string
  /** Renders the only child, such as a router link, with the button's looks. */
  asChild?: boolean
}

export function Button({
  variant = 'secondary',
  size = 'md',
  isBusy = false,
  busyLabel,
  asChild = false,
  className,
  children,
  onClick,
  type = 'button',
  ...props
}: ButtonProps) {
  if (asChild && isValidElement<ComponentProps<'a'>>(children)) {
    const classes = buttonClass(variant, size, cn('gap-2', className, children.props.className))
    return cloneWithClick(children, onClick, { ...(props as ComponentProps<'a'>), className: classes })
  }
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      // Not `disabled`: disabling a focused button moves keyboard users to the top of the page.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
      {...props}
    >
      <BusyContent isBusy={isBusy} busyLabel={busyLabel}>
        {children}
      </BusyContent>
    </button>
  )
}

/** A trigger or close button around ours passes down its onClick; the link's own handler runs first. */
function cloneWithClick(
  link: ReactElement<ComponentProps<'a'>>,
  onClick: ButtonProps['onClick'],
  props: ComponentProps<'a'>,
) {
  const handleClick = (event: MouseEvent<HTMLElement>) => {
    link.props.onClick?.(event as MouseEvent<HTMLAnchorElement>)
    onClick?.(event as MouseEvent<HTMLButtonElement>)
  }
  return cloneElement(link, { ...props, onClick: handleClick })
}

type BusyContentProps = { isBusy: boolean; busyLabel: string | undefined; children: ReactNode }

/** Both states are in the same place, so that the button keeps its width. */
function BusyContent({ isBusy, busyLabel, children }: BusyContentProps) {
  const layerClass = 'col-start-1 row-start-1 flex items-center gap-2'
  return (
    <span className="grid place-items-center">
      <span className={cn(layerClass, isBusy && (busyLabel ? 'invisible' : 'opacity-0'))}>{children}</span>
      {(isBusy || busyLabel) && (
        <span className={cn(layerClass, !isBusy && 'invisible')}>
          <Spinner />
          {busyLabel}
        </span>
      )}
    </span>
  )
}
