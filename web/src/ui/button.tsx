import { type ComponentProps, cloneElement, isValidElement, type MouseEvent, type ReactElement } from 'react'
import { cn } from '../lib/cn.ts'
import { type ButtonSize, type ButtonVariant, buttonClass } from './button-class.ts'
import { Spinner } from './spinner.tsx'

type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows a spinner, keeps the width and the focus, and ignores clicks (an Enter in the form included). */
  isBusy?: boolean
  /** Said beside the spinner while busy, e.g. 'Uploading...'; room for it is kept from the start. */
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
  if (asChild && isValidElement(children)) {
    const child = children as ReactElement<ComponentProps<'a'>>
    const classes = buttonClass(variant, size, cn('gap-2', className, child.props.className))
    // An overlay's close or trigger around us hands its onClick down; the link's own stays first.
    const clickBoth = (event: MouseEvent<HTMLElement>) => {
      child.props.onClick?.(event as MouseEvent<HTMLAnchorElement>)
      onClick?.(event as MouseEvent<HTMLButtonElement>)
    }
    return cloneElement(child, { ...(props as ComponentProps<'a'>), className: classes, onClick: clickBoth })
  }

  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type={type}
      className={buttonClass(variant, size, className)}
      // Not `disabled`: a focused button that becomes disabled drops the keyboard user at the top of the page.
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
      {...props}
    >
      <span className="grid place-items-center">
        <span
          className={cn(
            'col-start-1 row-start-1 flex items-center gap-2',
            isBusy && (busyLabel ? 'invisible' : 'opacity-0'),
          )}
        >
          {children}
        </span>
        {(isBusy || busyLabel) && (
          <span
            className={cn(
              'col-start-1 row-start-1 flex items-center gap-2',
              isBusy ? undefined : 'invisible',
            )}
          >
            <Spinner />
            {busyLabel}
          </span>
        )}
      </span>
    </button>
  )
}
