/** Where to go after signing in: only a page of this site, never another site's address. */
export function safeNext(next: string | null | undefined): string {
  const home = '/'
  if (!next?.startsWith('/')) return home
  // Browsers read '//host' and '/\host' as another site; resolving it the way they do shows which.
  const origin = 'https://vireo.invalid'
  const url = URL.canParse(next, origin) ? new URL(next, origin) : undefined
  // '/.//host' is a page of ours, but its path alone is '//host' again.
  if (url?.origin !== origin || /^\/(\/|(auth|api)(\/|$))/.test(url.pathname)) return home
  return url.pathname + url.search + url.hash
}
