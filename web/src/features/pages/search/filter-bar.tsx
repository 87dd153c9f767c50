import type { SearchFilters } from '@vireo/contract'
import { Captions, X } from 'lucide-react'
import { useRef } from 'react'
import { useSearchParams } from 'react-router'
import { Button } from '../../../ui/buttons/button.tsx'
import { Select } from '../../../ui/forms/fields/select.tsx'

type Filter = {
  name: Exclude<keyof SearchFilters, 'captions'>
  label: string
  options: [value: string, text: string][]
}

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
      ['relevance', 'Most relevant'],
      ['newest', 'Newest'],
      ['longest', 'Longest'],
    ],
  },
]

/** Kept in the address, so that a filtered search can be linked to and Back undoes a filter. */
export function FilterBar({ filters: chosen }: { filters: SearchFilters }) {
  const [params, setParams] = useSearchParams()
  const bar = useRef<HTMLFieldSetElement>(null)
  const choose = (name: keyof SearchFilters, value: string | undefined) => {
    const next = new URLSearchParams(params)
    if (value === undefined) next.delete(name)
    else next.set(name, value)
    setParams(next)
  }
  const clear = () => {
    const next = new URLSearchParams(params)
    for (const name of ['captions', ...filters.map((filter) => filter.name)]) next.delete(name)
    setParams(next)
    // The button that was pressed disappears.
    bar.current?.querySelector('select')?.focus()
  }
  const isDefault = ({ options }: Filter, value: string) => value === options[0]?.[0]
  const isFiltered =
    chosen.captions || filters.some((filter) => !isDefault(filter, chosen[filter.name] ?? ''))
  return (
    <fieldset ref={bar} aria-label="Filters" className="flex min-w-0 flex-wrap gap-2">
      {filters.map((filter) => (
        <Select
          key={filter.name}
          aria-label={filter.label}
          value={chosen[filter.name] ?? ''}
          onChange={({ target: { value } }) =>
            choose(filter.name, isDefault(filter, value) ? undefined : value)
          }
          className="rounded-full"
        >
          {filter.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </Select>
      ))}
      <Button
        size="sm"
        aria-pressed={chosen.captions === 'true'}
        onClick={() => choose('captions', chosen.captions ? undefined : 'true')}
        className="rounded-full border border-border aria-pressed:border-accent aria-pressed:bg-accent aria-pressed:text-on-accent aria-pressed:hover:bg-accent"
      >
        <Captions aria-hidden="true" />
        Captions
      </Button>
      {isFiltered && (
        <Button variant="ghost" size="sm" onClick={clear}>
          <X aria-hidden="true" />
          Clear filters
        </Button>
      )}
    </fieldset>
  )
}
