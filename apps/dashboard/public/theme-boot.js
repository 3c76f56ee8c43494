// Runs before the first paint, so that a dark page never flashes white. The core takes over as soon as it is there.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('basedeck:theme')
  } catch {
    // Storage is switched off: the system decides.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
  // The ways in stand alone: no frame is drawn in advance.
  if (/^\/(sign-in|set-up|forgot-password|reset-password|invitation)(\/|$)/.test(location.pathname))
    document.documentElement.dataset.boot = 'alone'
})()
