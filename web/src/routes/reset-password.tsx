import { usePageTitle } from '../lib/page-title.ts'

export function Component() {
  usePageTitle('Reset password')
  return <h1>Reset password</h1>
}
