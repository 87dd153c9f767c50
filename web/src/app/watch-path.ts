/** The path of a video's page, as the page and the server that announces its files know it. */
export const watchPath = '^/watch/([\\w-]+)/?$'
