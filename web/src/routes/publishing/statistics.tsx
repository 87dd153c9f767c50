import { useParams } from 'react-router'
import { StatisticsScreen } from '../../features/publishing/statistics/statistics-screen.tsx'

export function Component() {
  const { videoId = '' } = useParams()
  return <StatisticsScreen key={videoId} videoId={videoId} />
}
