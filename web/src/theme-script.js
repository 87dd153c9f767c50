// Runs before the first paint, inside index.html (the server names its hash in the CSP), so that a visitor who
// chose the light theme never sees a dark flash. Kept to old syntax and wrapped: it is sent as is.
;(() => {
  let theme = 'dark'
  try {
    const stored = localStorage.getItem('theme')
    if (stored === 'light' || stored === 'dark') theme = stored
  } catch {
    // Storage may be blocked; dark is the default.
  }
  document.documentElement.classList.toggle('dark', theme === 'dark')
  if (theme === 'light') document.querySelector('meta[name="theme-color"]').content = '#FBFCFA'
})()
