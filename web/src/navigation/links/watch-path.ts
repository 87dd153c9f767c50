/** Matches the path of a video's page: in the browser, and on the server, which announces the page's files. */
export const watchPath = '^/watch/([\\w-]+)/?$'
