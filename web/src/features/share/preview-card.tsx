import { Image } from 'lucide-react'
import type { ShareTarget } from './share-target.ts'

/** How the link will look to who gets it. */
export function PreviewCard({ target, link }: { target: ShareTarget; link: string }) {
  return (
    <div className="flex items-center gap-3 overflow-hidden rounded-card border border-border bg-surface-2 p-2">
      <div className="grid aspect-video w-32 shrink-0 place-items-center overflow-hidden rounded-control bg-bg text-muted max-[359px]:w-24">
        {target.image ? (
          <img src={target.image} alt="" width={128} height={72} className="size-full object-cover" />
        ) : (
          <Image className="size-6 stroke-[1.5]" />
        )}
      </div>
      <div className="min-w-0 text-xs">
        <p dir="auto" className="line-clamp-2 text-sm font-semibold [overflow-wrap:anywhere]">
          {target.title}
        </p>
        <p dir="auto" className="truncate text-muted">
          {target.author}
        </p>
        {/* Selected as a whole with one click, for those who copy by hand. */}
        <p className="truncate text-muted select-all">{link}</p>
      </div>
    </div>
  )
}
