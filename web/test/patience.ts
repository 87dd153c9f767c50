import { configure } from '@testing-library/react'

// As `patiently` of the server's tests: a green run does not meet it, however busy the machine is.
configure({ asyncUtilTimeout: 60_000 })
