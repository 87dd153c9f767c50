import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { Button } from '../../ui/button.tsx'
import { invite } from '../account/auth-api.ts'
import { providersQuery, startAddress } from '../providers/api.ts'
import { ProviderMark } from '../providers/provider-mark.tsx'

/** The ways to sign in besides a password, on both tabs. */
export function OtherWays() {
  const { data } = useQuery(providersQuery)
  const [search] = useSearchParams()
  const providers = data?.docs ?? []
  if (providers.length === 0) return null
  return (
    <div className="grid gap-5">
      <p className="flex items-center gap-4 text-sm text-muted before:h-px before:grow before:bg-border after:h-px after:grow after:bg-border">
        or
      </p>
      <ul aria-label="Other ways to sign in" className="grid gap-3">
        {providers.map(({ _id, name }) => (
          <li key={_id}>
            <Button asChild size="lg" className="w-full">
              {/* Not a route of the app: the server takes the page to the provider. */}
              <a href={startAddress(_id, { next: search.get('next'), invite })}>
                <ProviderMark id={_id} />
                <span className="min-w-0 truncate">Continue with {name}</span>
              </a>
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
