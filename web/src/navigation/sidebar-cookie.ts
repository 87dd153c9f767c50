const cookieName = 'sidebar_state'
const cookieSeconds = 604_800

/** 'true' is expanded, the default; only a stored 'false' collapses. */
export function isExpandedIn(cookies: string) {
  return !cookies.split('; ').includes(`${cookieName}=false`)
}

export function rememberExpanded(isExpanded: boolean) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser we support
  document.cookie = `${cookieName}=${isExpanded}; path=/; max-age=${cookieSeconds}; samesite=lax`
}
