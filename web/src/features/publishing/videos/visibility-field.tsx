import type { Visibility } from '@vireo/contract'
import { useId } from 'react'
import { visibilityIcons, visibilityNames } from './visibility-icon.tsx'

const choices: { value: Visibility; text: string }[] = [
  { value: 'public', text: 'Anyone can find and watch it.' },
  { value: 'unlisted', text: 'Anyone with the link can watch it.' },
  { value: 'private', text: 'Only you can watch it.' },
]

type VisibilityFieldProps = { value: Visibility; onChange: (value: Visibility) => void }

export function VisibilityField({ value: chosen, onChange }: VisibilityFieldProps) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">Visibility</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {choices.map(({ value, text }) => {
          const Icon = visibilityIcons[value]
          return (
            <label
              key={value}
              className="flex cursor-pointer gap-2.5 rounded-control border border-border bg-surface p-3 transition-colors hover:border-muted has-checked:border-accent has-checked:bg-surface-2 has-focus-visible:outline-2 has-focus-visible:outline-accent"
            >
              <input
                type="radio"
                name={id}
                value={value}
                checked={value === chosen}
                onChange={() => onChange(value)}
                aria-labelledby={`${id}-${value}`}
                aria-describedby={`${id}-${value}-text`}
                className="mt-1 size-3.5 shrink-0 accent-accent focus-visible:outline-none"
              />
              <span className="grid content-start gap-0.5">
                <span id={`${id}-${value}`} className="flex items-center gap-1.5 font-medium">
                  <Icon aria-hidden="true" className="size-4 stroke-[1.75] text-muted" />
                  {visibilityNames[value]}
                </span>
                <span id={`${id}-${value}-text`} className="text-xs text-muted">
                  {text}
                </span>
              </span>
            </label>
          )
        })}
      </div>
    </fieldset>
  )
}
