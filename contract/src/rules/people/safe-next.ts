/** Where to go after signing in: always a page of this site. */
export function safeNext(next: string | null | undefined): string {
  const home = '/'
  if (!next?.startsWith('/')) return home
  // Browsers interpret '//host' and '/\host' as another site, so resolve the address the same way.
  const origin = 'https://vireo.invalid'
  const url = URL.canParse(next, origin) ? new URL(next, origin) : undefined
  // '/.//host' resolves to this site, but its path alone is '//host' again.
  if (url?.origin !== origin || /^\/(\/|(auth|api)(\/|$))/.test(url.pathname)) return home
  return url.pathname + url.search + url.hash
}
