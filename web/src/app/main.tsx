import { QueryClientProvider } from '@tanstack/react-query'
import { StrictMode, startTransition } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { currentUserQuery } from '../features/account/api.ts'
import { createQueryClient } from '../lib/query-client.ts'
import { loadToasts } from '../ui/toast.ts'
import { preloadPages, Routes } from './router.tsx'

const patienceMs = 700

const queryClient = createQueryClient(() => {
  // Whoever we thought was signed in may not be any more: ask the server instead of guessing.
  if (queryClient.getQueryData(currentUserQuery.queryKey)) {
    void queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey })
  }
})

// Both at once, before React first renders.
const pages = preloadPages(window.location.pathname, queryClient)
void queryClient.prefetchQuery(currentUserQuery)

// Every toast follows something that a person does; by then its code is here, even if the connection is not.
for (const event of ['pointerdown', 'keydown'] as const) {
  window.addEventListener(event, () => void loadToasts(), { once: true, passive: true })
}

const root = document.getElementById('root')
if (!root) throw new Error('index.html has no #root')
// In one go when code and data come soon, else with a sign that they are on their way. A video that plays already
// is there to look at: the page waits until it can be drawn around it.
const patience = new Promise((resolve) => setTimeout(resolve, patienceMs))
void Promise.race(root.hasChildNodes() ? [pages] : [pages, patience]).then(() =>
  // In slices: what the player's first files have to say is heard in between.
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <Routes />
          </BrowserRouter>
        </QueryClientProvider>
      </StrictMode>,
    ),
  ),
)
