import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLocation } from 'react-router'
import { SectionLoading, SettingsSection } from '../account/settings-section.tsx'
import { exportQuery } from './api.ts'
import { ExportState } from './export-state.tsx'

/** The mail about a finished export links to it. */
const sectionId = 'your-data'

/** In the settings: a copy of what a person has here. */
export function MyData() {
  const latest = useQuery(exportQuery)
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
      {latest.data !== undefined ? (
        <ExportState latest={latest.data} />
      ) : (
        <SectionLoading query={latest} failure="This could not be loaded." className="h-24" />
      )}
    </SettingsSection>
  )
}
