/**
 * Paths of responses that are no pages, as pathnames of URLPattern. The last one matches files at the top, such as
 * /sitemap.xml; a username may contain a dot as well.
 */
export const otherPaths = [
  '/_vercel/*',
  '/api/*',
  '/assets/*',
  '/embed/*',
  '/feeds/*',
  '/insights/*',
  '/media/*',
  '/healthz',
  '/metrics',
  '/readyz',
  '/:name.:extension',
]

// Not URLPattern itself, which many browsers do not have yet.
const others = new RegExp(`^(${otherPaths.map(toExpression).join('|')})$`)

function toExpression(pattern: string): string {
  return pattern.replaceAll('.', '\\.').replaceAll('*', '.*').replace(/:\w+/g, '[^/]+?')
}

/** Whether the address may be a page of the app, which includes the not-found page. */
export const isPage = (pathname: string) => !others.test(pathname)
