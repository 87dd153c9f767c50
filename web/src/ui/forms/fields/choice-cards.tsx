import type { LucideIcon } from 'lucide-react'
import { useId } from 'react'

export type Choice<Value extends string> = { value: Value; label: string; text: string; icon: LucideIcon }

type ChoiceCardsProps<Value extends string> = {
  legend: string
  choices: Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** Radio buttons that say what each choice means. */
export function ChoiceCards<Value extends string>({
  legend,
  choices,
  value: chosen,
  onChange,
}: ChoiceCardsProps<Value>) {
  const id = useId()
  return (
    <fieldset>
      <legend className="mb-1.5 text-sm font-medium">{legend}</legend>
      <div className="grid gap-2 sm:grid-cols-3">
        {choices.map(({ value, label, text, icon: Icon }) => (
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
                {label}
              </span>
              <span id={`${id}-${value}-text`} className="text-xs text-muted">
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
