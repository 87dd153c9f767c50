import { useId } from 'react'

type PillChoiceProps = {
  legend: string
  options: readonly { value: string; label: string }[]
  value: string
  onChange: (value: string) => void
}

/** One of a few, as native radio buttons: their keyboard is the one that everyone knows. */
export function PillChoice({ legend, options, value, onChange }: PillChoiceProps) {
  const name = useId()
  return (
    <fieldset className="min-w-0 px-2">
      <legend className="pb-1.5 text-xs font-medium text-muted">{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label
            key={option.value}
            // Captions are named by whoever uploads them.
            dir="auto"
            className="grid min-h-8 cursor-pointer place-items-center rounded-[1.375rem] bg-surface-2 px-3 py-1 text-sm wrap-anywhere font-medium tabular-nums transition-colors select-none hover:bg-border has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11 pointer-coarse:px-3.5"
          >
            <input
              type="radio"
              name={name}
              className="sr-only"
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
