/** The widths of the files of a cover image, which is four times as wide as high. */
export const coverWidths = [640, 1280, 2048] as const
type CoverWidth = (typeof coverWidths)[number]
/** The width in the address that the API returns. */
export const coverWidth: CoverWidth = 1280
/** The address of another size of a cover image. */
export const coverAt = (url: string, width: CoverWidth) => url.replace(`/${coverWidth}.`, `/${width}.`)

/** The largest widths of the files of a tweet image; a smaller image is not enlarged. */
export const tweetImageWidths = [480, 960, 1920] as const
type TweetImageWidth = (typeof tweetImageWidths)[number]
/** The width in the address that the API returns. */
export const tweetImageWidth: TweetImageWidth = 960
/** The address of another size of a tweet image. */
export const tweetImageAt = (url: string, width: TweetImageWidth) =>
  url.replace(/\/\d+\.webp$/, `/${width}.webp`)

const thumbnailWidths = [320, 640, 1280] as const
export type ThumbnailWidth = (typeof thumbnailWidths)[number]
/** The address of another size of a thumbnail. */
export const thumbnailAt = (url: string, width: ThumbnailWidth, format: 'webp' | 'avif' | 'jpeg' = 'webp') =>
  url.replace(/\/\d+\.webp$/, `/${width}.${format}`)
