import { Flag } from 'lucide-react'
import { useLongList } from '../../lib/use-long-list.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { casesQuery } from './api.ts'
import { CaseCard } from './case-card.tsx'
import { PanelSkeleton } from './panel-skeleton.tsx'

export function CasesPanel() {
  const list = useLongList(casesQuery)
  return (
    <PagedList
      list={list}
      failure="The reports could not be loaded. Please try again"
      loading={<PanelSkeleton height="h-72" />}
      empty={<EmptyState icon={<Flag />} text="No open reports." />}
    >
      {(cases, ref) => (
        <ul ref={ref} aria-label="Open reports" className="grid gap-4">
          {cases.map((one) => (
            <li key={one._id} data-owner={one.owner._id} className="min-w-0">
              <CaseCard one={one} />
            </li>
          ))}
        </ul>
      )}
    </PagedList>
  )
}
