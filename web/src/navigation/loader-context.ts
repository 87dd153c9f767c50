import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'

/** How a route's loader reaches the query cache, which it fills while the page's code is loading. */
export const queryClientContext = createContext<QueryClient>()
