// Before each test file: one without a document has nothing to wait for with this library.
if (typeof document !== 'undefined') {
  const { configure } = await import('@testing-library/react')
  // As `patiently` of the server's tests: a green run does not meet it, however busy the machine is.
  configure({ asyncUtilTimeout: 60_000 })
}

export {}
