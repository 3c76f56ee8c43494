// Runs before the program, so that a dark page never flashes white and a page whose program is missing does not load for ever.
// It keeps its name: a page from the cache of the browser, older than the files of the server, finds it all the same.
;(function () {
  var choice = null
  try {
    choice = localStorage.getItem('basedeck:theme')
  } catch {
    // Storage is switched off: the system decides.
  }
  var dark = choice === 'dark' || (choice !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  var page = document.documentElement
  page.dataset.theme = dark ? 'dark' : 'light'
  // The ways in stand alone: no frame is drawn in advance.
  if (/^\/(sign-in|set-up|forgot-password|reset-password|invitation)(\/|$)/.test(location.pathname))
    page.dataset.boot = 'alone'

  var RELOADED = 'basedeck:reloaded'
  function isProgram(event) {
    return event.target instanceof HTMLScriptElement && event.target.type === 'module'
  }
  function say() {
    page.dataset.boot = 'failed'
    var part = document.createElement('main')
    part.className = 'boot-failed'
    part.innerHTML = '<h1>The page could not be loaded</h1><button type="button">Reload</button>'
    var reload = part.querySelector('button')
    reload.addEventListener('click', function () {
      location.reload()
    })
    document.getElementById('root').replaceChildren(part)
    reload.focus()
  }
  document.addEventListener(
    'error',
    function (event) {
      if (!isProgram(event)) return
      try {
        if (!sessionStorage.getItem(RELOADED)) {
          sessionStorage.setItem(RELOADED, '1')
          return location.reload()
        }
      } catch {
        // Without storage a reload could repeat for ever, so the sentence is shown at once.
      }
      if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', say)
      else say()
    },
    true,
  )
  // The load event of a script does not reach the window: the listener is on the document.
  document.addEventListener(
    'load',
    function (event) {
      try {
        if (isProgram(event)) sessionStorage.removeItem(RELOADED)
      } catch {
        // Storage is switched off: there is nothing to remove.
      }
    },
    true,
  )
})()
