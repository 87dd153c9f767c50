import { useLocation } from 'react-router'
import { paths } from './paths.ts'

/** The page for signing in or up, which leads back to the current page. */
export function useSignInPath(tab?: 'sign-in' | 'sign-up') {
  const { pathname, search, hash } = useLocation()
  return paths.auth(pathname + search + hash, tab)
}
