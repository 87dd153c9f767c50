import { Link } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { LogoMark } from '../../ui/logo.tsx'
import { paths } from '../links/paths.ts'

/** Shown in place of something that does not exist. */
export function MissingPage({ title, text }: { title: string; text?: string }) {
  return (
    <div className="grid justify-items-center gap-4 py-24 text-center">
      <LogoMark className="size-16 -rotate-12 text-muted" />
      <h1 className="text-2xl">{title}</h1>
      {text && <p className="max-w-md text-pretty text-muted">{text}</p>}
      <Button asChild variant="primary">
        <Link to={paths.home()}>Back to home</Link>
      </Button>
    </div>
  )
}
