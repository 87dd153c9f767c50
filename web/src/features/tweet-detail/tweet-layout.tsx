import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'
import { useGoBack } from './use-go-back.ts'

export function TweetLayout({ children }: { children: ReactNode }) {
  const goBack = useGoBack()
  return (
    <div className="mx-auto grid max-w-2xl gap-4">
      <div className="flex items-center gap-2">
        <IconButton label="Back" onClick={goBack} className="-ml-2.5">
          <ArrowLeft />
        </IconButton>
        <h1 className="text-xl">Tweet</h1>
      </div>
      {children}
    </div>
  )
}
