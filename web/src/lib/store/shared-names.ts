// What the service worker and the forms call the things that are shared to the installed app.

/** Where the manifest sends what is shared. Only the service worker answers there. */
export const shareAddress = '/share'
export const sharedCache = 'shared-files'
export const sharedFile = (share: string, index: number) => `/shared/${share}/${index}`
