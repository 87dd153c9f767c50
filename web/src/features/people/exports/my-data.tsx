import { useQuery } from '@tanstack/react-query'
import { SectionLoading, SettingsSection } from '../../../ui/layout/settings-section.tsx'
import { exportQuery } from './api.ts'
import { ExportState } from './export-state.tsx'

/** The e-mail about a finished export links to this section. */
const sectionId = 'your-data'

/** In the settings: a download of the person's data. */
export function MyData() {
  const latest = useQuery(exportQuery)
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
