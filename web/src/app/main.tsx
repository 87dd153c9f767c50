import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { currentUserQuery } from '../features/account/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { loadToasts } from '../ui/toast.ts'
import { router } from './router.tsx'

const queryClient = createQueryClient(() => {
  // Whoever we thought was signed in may not be any more: ask the server instead of guessing.
  if (queryClient.getQueryData(currentUserQuery.queryKey)) {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
})

// Asked while the page's code is still on its way.
void queryClient.prefetchQuery(currentUserQuery)

// Every toast follows something that a person does; by then its code is here, even if the connection is not.
for (const event of ['pointerdown', 'keydown'] as const) {
  window.addEventListener(event, () => void loadToasts().catch(() => {}), { once: true, passive: true })
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
createRoot(root).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
