export const captionSizes = ['small', 'normal', 'large', 'huge'] as const
export type CaptionSize = (typeof captionSizes)[number]

export const captionBackgrounds = ['dark', 'translucent', 'none', 'light'] as const
export type CaptionBackground = (typeof captionBackgrounds)[number]

export type CaptionStyle = { captionSize: CaptionSize; captionBackground: CaptionBackground }

/** The style sheet has a rule for each of these. */
export const captionStyleProps = ({ captionSize, captionBackground }: CaptionStyle) => ({
  'data-caption-size': captionSize,
  'data-caption-background': captionBackground,
})

/** The captions are drawn by the browser, so the style is on the <video>. */
export function styleCaptions(media: HTMLVideoElement, style: CaptionStyle) {
  for (const [name, value] of Object.entries(captionStyleProps(style))) media.setAttribute(name, value)
}
