import { usePageTitle } from '../lib/page-title.ts'

export function Component() {
  usePageTitle('Settings')
  return <h1>Settings</h1>
}
