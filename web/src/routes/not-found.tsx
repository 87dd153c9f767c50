import { usePageTitle } from '../lib/hooks/page-title.ts'
import { MissingPage } from '../navigation/errors/missing-page.tsx'

export function Component() {
  usePageTitle('Page not found')
  return <MissingPage title="Oops! Page not found" />
}
