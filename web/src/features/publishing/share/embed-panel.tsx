import { embedAddress, embedCode, embedSizeOf } from '@vireo/contract'
import { Check, Copy } from 'lucide-react'
import { useId, useState } from 'react'
import { useDebounced } from '../../../lib/hooks/use-debounced.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/fields/select.tsx'
import { Textarea } from '../../../ui/forms/fields/textarea.tsx'
import { DialogButtons } from '../../../ui/overlays/dialog.tsx'
import type { ShareTarget } from './share-target.ts'
import { useCopy } from './use-copy.ts'

type EmbedPanelProps = {
  target: ShareTarget
  video: NonNullable<ShareTarget['video']>
  startAt: number | undefined
}

/** The length of the longer side. */
const sizes = { responsive: 640, small: 480, medium: 640, large: 1280 }
type SizeName = keyof typeof sizes
const sizeNames = Object.keys(sizes) as SizeName[]

/** The code for embedding a video on another site, with a preview. */
export function EmbedPanel({ target: { id, title }, video, startAt }: EmbedPanelProps) {
  const [choice, setChoice] = useState({ autoplay: false, loop: false, captions: false })
  const [sizeName, setSizeName] = useState<SizeName>('responsive')
  const sizeId = useId()
  const { origin } = window.location
  const size = sizeOf(video, sizeName)
  const shape = size.width / size.height
  const options = { ...choice, start: startAt }
  const address = embedAddress(origin, id, { ...options, muted: choice.autoplay })
  const code = embedCode({
    address,
    title,
    ...size,
    isResponsive: sizeName === 'responsive',
  })
  // The preview does not play by itself, and is not reloaded with every key press.
  const preview = useDebounced(embedAddress(origin, id, { ...options, autoplay: false }), previewAfterMs)
  const change = (changes: Partial<typeof choice>) => setChoice({ ...choice, ...changes })
  return (
    <>
      <iframe
        title={`Preview of ${title}`}
        src={preview}
        allow="fullscreen; picture-in-picture"
        // As large as fits, even into a low window.
        style={{ aspectRatio: shape, width: `min(100%, max(10rem, 30dvh * ${shape}))` }}
        className="mx-auto rounded-card bg-black"
      />
      <div className="flex flex-wrap items-center gap-x-6">
        <Option
          label="Autoplay, muted"
          isOn={choice.autoplay}
          onChange={(autoplay) => change({ autoplay })}
        />
        <Option label="Loop" isOn={choice.loop} onChange={(loop) => change({ loop })} />
        {video.captions.length > 0 && (
          <Option label="Captions" isOn={choice.captions} onChange={(captions) => change({ captions })} />
        )}
        <div className="flex min-h-11 items-center gap-3">
          <label htmlFor={sizeId}>Size</label>
          <Select
            id={sizeId}
            value={sizeName}
            onChange={(event) => setSizeName(event.target.value as SizeName)}
          >
            {sizeNames.map((name) => (
              <option key={name} value={name}>
                {name === 'responsive' ? 'Responsive' : labelOf(sizeOf(video, name))}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <EmbedCode code={code} />
    </>
  )
}

const previewAfterMs = 400

const sizeOf = (video: { width: number; height: number }, name: SizeName) =>
  embedSizeOf(video, { longest: sizes[name] })

const labelOf = ({ width, height }: { width: number; height: number }) => `${width} × ${height}`

type OptionProps = { label: string; isOn: boolean; onChange: (isOn: boolean) => void }

function Option({ label, isOn, onChange }: OptionProps) {
  return (
    <label className="flex min-h-11 cursor-pointer items-center gap-3">
      <input
        type="checkbox"
        checked={isOn}
        onChange={({ target }) => onChange(target.checked)}
        className="size-4.5 accent-accent"
      />
      {label}
    </label>
  )
}

function EmbedCode({ code }: { code: string }) {
  const id = useId()
  const { isCopied, copy } = useCopy(code, 'The code could not be copied. Select it and copy it by hand.')
  return (
    <>
      <div className="grid gap-2">
        <label htmlFor={id} className="font-medium">
          Code for your page
        </label>
        <Textarea
          id={id}
          readOnly
          value={code}
          onFocus={({ target }) => target.select()}
          className="font-mono text-xs [overflow-wrap:anywhere]"
        />
      </div>
      <DialogButtons>
        <Button size="lg" variant="primary" className="grow" onClick={() => void copy()}>
          {isCopied ? <Check /> : <Copy />}
          <span aria-live="polite">{isCopied ? 'Copied!' : 'Copy Code'}</span>
        </Button>
      </DialogButtons>
    </>
  )
}
