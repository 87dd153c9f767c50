// Runs before the first paint, inside index.html (the server names its hash in the CSP), so that a visitor with
// the light theme never sees a dark flash, and the first paint has the boxes of the page that is being loaded.
// Not compiled, so it uses only old syntax, and a function to keep its variables local.
;(() => {
  const page = document.documentElement
  let theme = 'dark'
  try {
    const stored = localStorage.getItem('theme')
    if (stored === 'light' || stored === 'dark') theme = stored
    else if (
      localStorage.getItem('theme-system') === 'true' &&
      matchMedia('(prefers-color-scheme: light)').matches
    )
      theme = 'light'
  } catch {
    // Storage may be blocked; dark is the default.
  }
  page.classList.toggle('dark', theme === 'dark')
  if (theme === 'light') document.querySelector('meta[name="theme-color"]').content = '#FBFCFA'
  // As in navigation/sidebar-cookie.ts.
  if (document.cookie.split('; ').includes('sidebar_state=false')) page.dataset.sidebar = 'collapsed'
  const [, first] = location.pathname.split('/')
  page.dataset.page = first || 'home'
})()
