import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Logo } from '../../ui/logo.tsx'

/** The one thing on a page without the shell: a card with the logo above it. */
export function AuthCard({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <div className="mx-auto grid min-h-[calc(100dvh-2rem)] w-full max-w-[26rem] content-center gap-6 px-4 py-8">
      <Link to={paths.home()} aria-label="Vireo home" className="justify-self-center rounded-control p-2">
        <Logo />
      </Link>
      <section className="grid gap-6 rounded-card border border-border bg-surface px-5 py-7 sm:px-8 sm:py-8">
        <header className="grid gap-1 text-center">
          <h1 className="text-2xl" tabIndex={-1}>
            {title}
          </h1>
          {text && <p className="text-pretty text-muted">{text}</p>}
        </header>
        {children}
      </section>
    </div>
  )
}
