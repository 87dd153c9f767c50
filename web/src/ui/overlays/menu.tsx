import { Check } from 'lucide-react'
import * as Radix from 'radix-ui/dropdown-menu'
import type { ComponentProps, FocusEvent, PointerEvent, ReactNode } from 'react'
import { cn } from '../../lib/cn.ts'
import { floatingClass, floatingProps } from './floating.ts'

/** Not modal: the page behind stays scrollable and nothing shifts. */
export function Menu(props: ComponentProps<typeof Radix.Root>) {
  return <Radix.Root modal={false} {...props} />
}

export function MenuTrigger({ children }: { children: ReactNode }) {
  return <Radix.Trigger asChild>{children}</Radix.Trigger>
}

export function MenuContent({ className, ...props }: ComponentProps<typeof Radix.Content>) {
  return (
    // In full screen, the rest of the page would hide it.
    <Radix.Portal container={document.fullscreenElement}>
      <Radix.Content
        {...floatingProps}
        className={cn(
          floatingClass,
          // Scrolls in low windows.
          'max-h-(--radix-dropdown-menu-content-available-height) min-w-52 overflow-y-auto p-1.5',
          className,
        )}
        onFocus={focusFirstItem}
        {...props}
      />
    </Radix.Portal>
  )
}

/** Radix does so only if it noticed the key, which it does not for a menu that is mounted by its first click. */
function focusFirstItem({ target, currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  const isOpening = target === currentTarget && !currentTarget.contains(relatedTarget)
  if (isOpening && currentTarget.matches(':focus-visible'))
    currentTarget.querySelector<HTMLElement>('[role^=menuitem]:not([data-disabled])')?.focus()
}

const itemClass = cn(
  'flex min-h-10 items-center gap-3 rounded-control px-3 py-2 text-sm select-none pointer-coarse:min-h-11',
  'outline-none data-disabled:opacity-50 data-highlighted:bg-surface-2 focus-visible:outline-2',
  'focus-visible:-outline-offset-2 [&_svg]:size-5 [&_svg]:shrink-0 [&_svg]:stroke-[1.75]',
)

type MenuItemProps = ComponentProps<typeof Radix.Item> & { isDanger?: boolean }

/** The first child can be an icon. For a link, use asChild. */
export function MenuItem({ isDanger = false, className, ...props }: MenuItemProps) {
  return (
    <Radix.Item
      className={cn(itemClass, isDanger ? 'text-danger' : '[&_svg]:text-muted', className)}
      onPointerMove={ignoreWhenClosed}
      onPointerLeave={ignoreWhenClosed}
      onPointerUp={ignoreRelease}
      {...props}
    />
  )
}

/** Radix moves the focus with the pointer even while a menu fades out, when the chosen target may have it already. */
function ignoreWhenClosed(event: PointerEvent) {
  if (event.currentTarget.closest('[role=menu][data-state=closed]')) event.preventDefault()
}

/**
 * Radix chooses an item when a press that began elsewhere ends on it. If the page moves after the press that opens the
 * menu, the menu moves along, and that press could end on any item.
 */
const ignoreRelease = (event: PointerEvent) => event.preventDefault()

/** Items show with their own children that they are chosen. */
export const MenuRadioGroup = Radix.RadioGroup

export function MenuRadioItem({ className, ...props }: ComponentProps<typeof Radix.RadioItem>) {
  return <Radix.RadioItem className={cn(itemClass, '[&_svg]:text-muted', className)} {...props} />
}

/** Shows a check mark of its own while checked. */
export function MenuCheckboxItem({
  className,
  children,
  ...props
}: ComponentProps<typeof Radix.CheckboxItem>) {
  return (
    <Radix.CheckboxItem className={cn(itemClass, '[&_svg]:text-muted', className)} {...props}>
      {children}
      <Radix.ItemIndicator className="ml-auto">
        <Check />
      </Radix.ItemIndicator>
    </Radix.CheckboxItem>
  )
}

export function MenuLabel({ className, ...props }: ComponentProps<typeof Radix.Label>) {
  return <Radix.Label className={cn('px-3 py-2', className)} {...props} />
}

export function MenuSeparator() {
  return <Radix.Separator className="my-1.5 h-px bg-border" />
}
