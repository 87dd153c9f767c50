/** Where to go after signing in: only a page of this site, never another site's address. */
export function safeNext(next: string | null | undefined): string {
  const home = '/'
  if (!next?.startsWith('/')) return home
  // Browsers read '//host' and '/\host' as another site; resolving it the way they do shows which.
  const origin = 'https://vireo.invalid'
  const resolve = (address: string) => (URL.canParse(address, origin) ? new URL(address, origin) : undefined)
  const url = resolve(next)
  if (url?.origin !== origin || /^\/(auth|api)(\/|$)/.test(url.pathname)) return home
  const path = url.pathname + url.search + url.hash
  // '/.//host' is a page of ours, but '//host', which it resolves to, is not.
  return resolve(path)?.href === url.href ? path : home
}
