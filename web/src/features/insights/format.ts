const exact = new Intl.NumberFormat('en')

/** 1,234,567. */
export const exactCount = (count: number) => exact.format(count)

export const countViews = (views: number) => `${exactCount(views)} ${views === 1 ? 'view' : 'views'}`
