import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** Where a visitor signs in or up; they come back from there to the page they are on now. */
export function useSignInPath(tab?: 'sign-in' | 'sign-up') {
  const { pathname, search } = useLocation()
  return paths.auth(pathname + search, tab)
}
