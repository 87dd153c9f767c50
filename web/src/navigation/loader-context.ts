import type { QueryClient } from '@tanstack/react-query'
import { createContext } from 'react-router'

/** Gives route loaders the query cache, which they fill while the page's code is loading. */
export const queryClientContext = createContext<QueryClient>()
