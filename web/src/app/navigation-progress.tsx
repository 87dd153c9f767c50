import { useNavigation } from 'react-router'

/** A thin line while the next page's code is loading; quick loads never show it (the animation starts late). */
export function NavigationProgress() {
  const { state } = useNavigation()
  if (state === 'idle') return null
  return (
    <div role="progressbar" aria-label="Loading page" className="fixed inset-x-0 top-0 z-50 h-0.5">
      <div className="h-full origin-left animate-progress bg-accent" />
    </div>
  )
}
