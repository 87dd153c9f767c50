// Runs before the first paint, as a blocking external script (the CSP allows no inline ones), so that a
// visitor who chose the light theme never sees a dark flash. Kept to old syntax and wrapped: it is sent as is.
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

  // A video is asked for with the first breath: the app would come to its data and its player only when it runs.
  const watched = /^\/watch\/([^/]+)\/?$/.exec(window.location.pathname)
  if (!watched) return
  const preload = (attributes) => {
    document.head.append(Object.assign(document.createElement('link'), { crossOrigin: '' }, attributes))
  }
  preload({ rel: 'preload', as: 'fetch', href: `/api/v1/video/id/${watched[1]}` })
  // Only the build knows their names.
  const files = document.currentScript.dataset.watch
  if (files) for (const href of files.split(' ')) preload({ rel: 'modulepreload', href })
})()
