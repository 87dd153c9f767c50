import { CircleUser, House, MessageSquare, Plus, Rss } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link, useLocation, useNavigate } from 'react-router'
import { useCurrentUser } from '../../features/people/accounts/api.ts'
import { paths } from '../../navigation/links/paths.ts'
import { useSignInPath } from '../../navigation/links/use-sign-in-path.ts'
import { lazyPart } from '../../ui/lazy/lazy-part.tsx'

// Only for signed-in people.
const YouMenu = lazyPart(() => import('./top-bar/you-menu.tsx').then((m) => m.YouMenu))

/** The main destinations, at the bottom of the screen on phones. styles.css decides when it is shown. */
export function BottomBar({ onCreate }: { onCreate: () => void }) {
  const { user, isLoading } = useCurrentUser()
  const navigate = useNavigate()
  const signInPath = useSignInPath()
  const isVisitor = !user && !isLoading
  const youPlaceholder = <span className={barItemClass} />
  return (
    <nav
      aria-label="Bottom"
      data-bottom-bar=""
      className="fixed inset-x-0 bottom-0 z-30 auto-cols-fr grid-flow-col border-t border-border bg-bg pb-[env(safe-area-inset-bottom)]"
    >
      <BarLink to={paths.home()} label="Home" icon={<House />} />
      <BarLink to={paths.tweets()} label="Tweets" icon={<MessageSquare />} />
      <button
        type="button"
        onClick={() => (isVisitor ? void navigate(signInPath) : onCreate())}
        className={barItemClass}
      >
        <Plus className="rounded-full bg-accent p-0.5 text-on-accent" />
        Create
      </button>
      <BarLink
        to={paths.subscriptions()}
        signInPath={isVisitor ? paths.auth(paths.subscriptions()) : undefined}
        label="Subscriptions"
        icon={<Rss />}
      />
      {isVisitor && <BarLink to={signInPath} label="You" icon={<CircleUser />} />}
      {isLoading && youPlaceholder}
      {user && <YouMenu user={user} className={barItemClass} fallback={youPlaceholder} />}
    </nav>
  )
}

type BarLinkProps = { to: string; signInPath?: string | undefined; label: string; icon: ReactNode }

function BarLink({ to, signInPath, label, icon }: BarLinkProps) {
  const isCurrent = useLocation().pathname === to
  return (
    <Link to={signInPath ?? to} aria-current={isCurrent ? 'page' : undefined} className={barItemClass}>
      {icon}
      {label}
    </Link>
  )
}

const barItemClass =
  'grid min-w-0 content-center justify-items-center gap-0.5 text-[0.6875rem] leading-4 font-medium text-muted select-none ' +
  'focus-visible:-outline-offset-2 aria-[current=page]:text-text aria-[current=page]:[&_svg]:text-accent ' +
  '[&_svg]:size-6 [&_svg]:stroke-[1.75]'
