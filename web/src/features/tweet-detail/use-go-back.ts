import { useNavigate } from 'react-router'
import { paths } from '../../app/paths.ts'

/** To where one came from; who came by a link from elsewhere, to all tweets. */
export function useGoBack() {
  const navigate = useNavigate()
  return () => {
    // The router counts the pages of this site in the history entry's own state.
    const { idx = 0 }: { idx?: number } = window.history.state ?? {}
    void (idx > 0 ? navigate(-1) : navigate(paths.tweets(), { replace: true }))
  }
}
