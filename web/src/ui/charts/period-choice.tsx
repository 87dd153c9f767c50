type PeriodChoiceProps<Days extends number> = {
  periods: readonly Days[]
  value: Days
  onChange: (days: Days) => void
}

export function PeriodChoice<Days extends number>({ periods, value, onChange }: PeriodChoiceProps<Days>) {
  return (
    <fieldset className="flex min-w-0 rounded-full bg-surface-2 p-1">
      <legend className="sr-only">Period</legend>
      {periods.map((days) => (
        <label
          key={days}
          className="relative grid min-h-9 place-items-center rounded-full px-4 font-medium whitespace-nowrap text-muted tabular-nums transition-colors select-none hover:text-text has-checked:bg-accent has-checked:text-on-accent has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent pointer-coarse:min-h-11"
        >
          <input
            type="radio"
            name="period"
            className="absolute inset-0 cursor-pointer opacity-0"
            checked={days === value}
            onChange={() => onChange(days)}
          />
          {days} days
        </label>
      ))}
    </fieldset>
  )
}
