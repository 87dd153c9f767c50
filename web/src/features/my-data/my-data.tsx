import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { useRetry } from '../../lib/use-retry.ts'
import { Button } from '../../ui/button.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { SettingsSection } from '../account/settings-section.tsx'
import { exportQuery } from './api.ts'
import { ExportState } from './export-state.tsx'

/** The mail about a finished export links to it. */
const sectionId = 'your-data'

/** In the settings: a copy of what a person has here. */
export function MyData() {
  const { data, isError, refetch } = useQuery(exportQuery)
  const { isRetrying, retry } = useRetry(refetch)
  const { hash } = useLocation()
  useEffect(() => {
    if (hash === `#${sectionId}`) document.getElementById(sectionId)?.scrollIntoView()
  }, [hash])
  return (
    <SettingsSection
      id={sectionId}
      title="Your data"
      text="A copy of your profile, videos, tweets, comments, likes, watch history, playlists, reports and notifications. A README in it names what is left out."
    >
      {data !== undefined ? (
        <ExportState latest={data} />
      ) : isError || isRetrying ? (
        <div className="flex flex-wrap items-center gap-4">
          <p className="text-muted">This could not be loaded.</p>
          <Button onClick={retry} isBusy={isRetrying}>
            Retry
          </Button>
        </div>
      ) : (
        <Skeleton className="h-24" />
      )}
    </SettingsSection>
  )
}
