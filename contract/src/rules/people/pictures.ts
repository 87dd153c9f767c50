/** The widths of a cover image's files; its aspect ratio is 4:1. */
export const coverWidths = [640, 1280, 2048] as const
type CoverWidth = (typeof coverWidths)[number]
/** The width in the address that the API returns. */
export const coverWidth: CoverWidth = 1280
/** The address of another size of a cover image. */
export const coverAt = (url: string, width: CoverWidth) => url.replace(`/${coverWidth}.`, `/${width}.`)

/** The maximum widths of a tweet image's files; smaller images are not enlarged. */
export const tweetImageWidths = [480, 960, 1920] as const
type TweetImageWidth = (typeof tweetImageWidths)[number]
/** The width in the address that the API returns. */
export const tweetImageWidth: TweetImageWidth = 960
/** The address of another size of a tweet image. */
export const tweetImageAt = (url: string, width: TweetImageWidth) =>
  url.replace(/\/\d+\.webp$/, `/${width}.webp`)

const thumbnailWidths = [320, 640, 1280] as const
type ThumbnailWidth = (typeof thumbnailWidths)[number]
type ThumbnailFormat = 'webp' | 'avif' | 'jpeg'
/** The address of another size of a thumbnail. */
export const thumbnailAt = (url: string, width: ThumbnailWidth, format: ThumbnailFormat = 'webp') =>
  url.replace(/\/\d+\.webp$/, `/${width}.${format}`)
/** Every size of a thumbnail, as the value of a `srcset` attribute. */
export const thumbnailSrcSet = (url: string, format: ThumbnailFormat) =>
  thumbnailWidths.map((width) => `${thumbnailAt(url, width, format)} ${width}w`).join(', ')

/** The address of a video's short clip, if it has one. The clip is beside the folder of the video's files. */
export const previewOf = ({ videofile, hasPreview }: { videofile: string | null; hasPreview: boolean }) =>
  hasPreview && videofile ? videofile.replace(/[^/]+\/[^/]+$/, 'extras/preview.mp4') : null

/** The width of a video's card in the grid of 1 to 4 columns, as the value of a `sizes` attribute. */
export const cardSizes =
  '(width < 640px) calc(100vw - 2rem), (width < 1024px) 45vw, (width < 1440px) 28vw, 24vw'
/** For each card of the widest first row, the windows in which it is part of that row. */
export const firstRowMedia = ['all', '(width >= 640px)', '(width >= 1024px)', '(width >= 1440px)'] as const
