import { MissingPage } from '../app/missing-page.tsx'
import { usePageTitle } from '../lib/page-title.ts'

export function Component() {
  usePageTitle('Page not found')
  return <MissingPage title="Oops! Page not found" />
}
