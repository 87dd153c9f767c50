import { configure } from '@testing-library/react'

// Like `patiently` in the server's tests: passing tests never reach this limit, even on a busy machine.
configure({ asyncUtilTimeout: 60_000 })
