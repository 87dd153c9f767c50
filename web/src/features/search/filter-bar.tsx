import { X } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/buttons/button.tsx'
import { Select } from '../../ui/forms/select.tsx'
import type { Filters } from './search-params.ts'

type FilterName = keyof Filters
type Filter = { name: FilterName; label: string; options: [value: string, text: string][] }

/** The first option is the default, which is not part of the address. */
const filters: Filter[] = [
  {
    name: 'uploaded',
    label: 'Upload time',
    options: [
      ['', 'Any time'],
      ['hour', 'Last hour'],
      ['today', 'Last 24 hours'],
      ['week', 'Last week'],
      ['month', 'Last month'],
      ['year', 'Last year'],
    ],
  },
  {
    name: 'length',
    label: 'Length',
    options: [
      ['', 'Any length'],
      ['short', 'Under 4 minutes'],
      ['medium', '4 to 20 minutes'],
      ['long', 'Over 20 minutes'],
    ],
  },
  {
    name: 'sort',
    label: 'Sort by',
    options: [
      ['views', 'Most viewed'],
      ['newest', 'Newest'],
      ['longest', 'Longest'],
    ],
  },
]

/** Kept in the address: a filtered search can be linked, and Back undoes a filter. */
export function FilterBar({ filters: chosen }: { filters: Filters }) {
  const [params, setParams] = useSearchParams()
  const bar = useRef<HTMLFieldSetElement>(null)
  const choose = ({ name, options }: Filter, value: string) => {
    const next = new URLSearchParams(params)
    if (value === options[0]?.[0]) next.delete(name)
    else next.set(name, value)
    setParams(next)
  }
  const clear = () => {
    setParams({ q: params.get('q') ?? '' })
    // The button that was pressed disappears.
    bar.current?.querySelector('select')?.focus()
  }
  const isFiltered = filters.some(({ name, options }) => (chosen[name] ?? '') !== options[0]?.[0])
  return (
    <fieldset ref={bar} aria-label="Filters" className="flex min-w-0 flex-wrap gap-2">
      {filters.map((filter) => (
        <Select
          key={filter.name}
          aria-label={filter.label}
          value={chosen[filter.name] ?? ''}
          onChange={(event) => choose(filter, event.target.value)}
        >
          {filter.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
      {isFiltered && (
        <Button variant="ghost" size="sm" onClick={clear}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
