import { usePageTitle } from '../lib/page-title.ts'
import { MissingPage } from '../navigation/missing-page.tsx'

export function Component() {
  usePageTitle('Page not found')
  return <MissingPage title="Oops! Page not found" />
}
