import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useThemeSwitch } from '../../../lib/theme.ts'
import { paths } from '../../../navigation/links/paths.ts'
import { BareIconButton } from '../../../ui/buttons/bare-icon-button.tsx'
import { Logo } from '../../../ui/logo.tsx'

/** A page without the shell: one card under the logo, aligned to the top so that messages do not move the form. */
export function AuthCard({ title, children }: { title: string; children: ReactNode }) {
  const { label, Icon, switchTheme } = useThemeSwitch()
  return (
    <div className="relative min-h-dvh px-4 pt-[clamp(2rem,12dvh,8rem)] pb-16">
      <BareIconButton label={label} onClick={switchTheme} className="absolute top-2 right-2 text-muted">
        <Icon />
      </BareIconButton>
      <div className="mx-auto grid max-w-[26rem] grid-cols-1 gap-6">
        <Link to={paths.home()} aria-label="Vireo home" className="justify-self-center rounded-control p-2">
          <Logo />
        </Link>
        <div className="grid grid-cols-1 gap-6 rounded-card border border-border bg-surface px-5 py-7 sm:px-8 sm:py-8">
          <h1 className="text-center text-2xl" tabIndex={-1}>
            {title}
          </h1>
          {children}
        </div>
      </div>
    </div>
  )
}
