/** How long a video is, in the corner of its picture. */
export function TimeBadge({ text }: { text: string }) {
  return (
    <span className="absolute right-1.5 bottom-1.5 rounded-md bg-black/80 px-1.5 text-xs leading-5 font-medium text-white tabular-nums">
      {text}
    </span>
  )
}
