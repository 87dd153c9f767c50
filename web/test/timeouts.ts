import { configure } from '@testing-library/react'

// Passing tests never reach this limit, however busy the machine is.
configure({ asyncUtilTimeout: 60_000 })
