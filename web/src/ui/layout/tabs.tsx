import {
  type ComponentProps,
  cloneElement,
  createContext,
  isValidElement,
  type KeyboardEvent,
  type ReactNode,
  useContext,
  useId,
  useState,
} from 'react'
import { cn } from '../../lib/cn.ts'

// Not radix-ui's, because the sign-in page shows tabs and these are a tenth of the size.
type TabsState = { id: string; value: string; select: (value: string) => void }
const TabsContext = createContext<TabsState | null>(null)

function useTabs() {
  const tabs = useContext(TabsContext)
  if (!tabs) throw new Error('A tab needs Tabs around it')
  return tabs
}

type TabsProps = {
  /** Controlled with value and onValueChange, else starts with defaultValue. */
  value?: string
  defaultValue?: string
  onValueChange?: (value: string) => void
  className?: string
  children: ReactNode
}

export function Tabs({ value, defaultValue = '', onValueChange, className, children }: TabsProps) {
  const id = useId()
  const [ownValue, setOwnValue] = useState(defaultValue)
  const select = (next: string) => {
    setOwnValue(next)
    onValueChange?.(next)
  }
  return (
    <TabsContext value={{ id, value: value ?? ownValue, select }}>
      <div className={className}>{children}</div>
    </TabsContext>
  )
}

/** Name it with aria-label. */
export function TabsList({ className, ...props }: ComponentProps<'div'>) {
  return (
    <div
      role="tablist"
      onKeyDown={moveToTab}
      className={cn('flex gap-1 border-b border-border', className)}
      {...props}
    />
  )
}

/** Arrow keys, Home and End move between the tabs and activate the focused one. */
function moveToTab(event: KeyboardEvent<HTMLElement>) {
  const tabs = [...event.currentTarget.querySelectorAll<HTMLElement>('[role="tab"]:not(:disabled)')]
  const at = tabs.indexOf(event.target as HTMLElement)
  const targets: Record<string, number> = {
    ArrowRight: (at + 1) % tabs.length,
    ArrowLeft: (at - 1 + tabs.length) % tabs.length,
    Home: 0,
    End: tabs.length - 1,
  }
  const target = targets[event.key]
  if (at < 0 || target === undefined) return
  event.preventDefault()
  tabs[target]?.focus()
  tabs[target]?.click()
}

type TabProps = ComponentProps<'button'> & {
  value: string
  /** Renders the only child, a link to the address of this tab, with the tab's looks and role. */
  asChild?: boolean
}

export function Tab({ value, asChild = false, className, children, ...props }: TabProps) {
  const tabs = useTabs()
  const isActive = tabs.value === value
  const attributes = {
    role: 'tab',
    id: `${tabs.id}-tab-${value}`,
    'aria-controls': `${tabs.id}-panel-${value}`,
    'aria-selected': isActive,
    'data-state': isActive ? 'active' : 'inactive',
    tabIndex: isActive ? 0 : -1,
    className: cn(
      'relative inline-grid min-h-11 place-items-center px-4 text-sm font-medium text-muted transition-colors',
      'rounded-t-control hover:text-text focus-visible:-outline-offset-2 data-[state=active]:text-text',
      'after:absolute after:inset-x-0 after:-bottom-px after:h-0.5 after:bg-accent after:opacity-0',
      'after:transition-opacity data-[state=active]:after:opacity-100',
      className,
    ),
  }
  if (asChild && isValidElement<ComponentProps<'a'>>(children)) return cloneElement(children, attributes)
  return (
    <button type="button" onClick={() => tabs.select(value)} {...attributes} {...props}>
      {children}
    </button>
  )
}

type TabPanelProps = ComponentProps<'div'> & {
  value: string
  /** Keeps the panel mounted while hidden, so that typed text stays. */
  forceMount?: boolean
}

export function TabPanel({ value, forceMount = false, className, ...props }: TabPanelProps) {
  const tabs = useTabs()
  const isActive = tabs.value === value
  if (!isActive && !forceMount) return null
  return (
    <div
      role="tabpanel"
      id={`${tabs.id}-panel-${value}`}
      aria-labelledby={`${tabs.id}-tab-${value}`}
      hidden={!isActive}
      data-state={isActive ? 'active' : 'inactive'}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: in the ARIA pattern, Tab goes from the tab to its panel
      tabIndex={0}
      className={cn('base:pt-6', className)}
      {...props}
    />
  )
}
