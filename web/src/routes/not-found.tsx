import { Link } from 'react-router'
import { paths } from '../app/paths.ts'
import { usePageTitle } from '../lib/page-title.ts'
import { Button } from '../ui/button.tsx'
import { LogoMark } from '../ui/logo.tsx'

export function Component() {
  usePageTitle('Page not found')
  return (
    <div className="grid justify-items-center gap-6 py-24 text-center">
      <LogoMark className="size-16 -rotate-12 text-muted!" />
      <h1 className="text-2xl">Oops! Page not found</h1>
      <Button asChild variant="primary">
        <Link to={paths.home()}>Back to home</Link>
      </Button>
    </div>
  )
}
