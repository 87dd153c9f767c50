// Names under which the service worker passes shares to the installed app on to the forms.

/** The manifest's share target. Only the service worker answers there. */
export const shareAddress = '/share'
export const sharedCache = 'shared-files'
export const sharedFile = (share: string, index: number) => `/shared/${share}/${index}`
