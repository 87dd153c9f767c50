/** Matches the path of a video's page: in the browser, and on the server, which sends preload hints for its files. */
export const watchPath = '^/watch/([\\w-]+)/?$'
