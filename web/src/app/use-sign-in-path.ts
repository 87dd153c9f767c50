import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** Where a visitor signs in, and comes back from to the page they are on now. */
export function useSignInPath() {
  const { pathname, search } = useLocation()
  return paths.auth(pathname + search)
}
