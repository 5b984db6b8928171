// Makes pages smooth: htmx loads their fragments, this adds what it cannot know.
const csrfToken = document.querySelector('meta[name="csrf-token"]').content
const userMenu = document.querySelector('.user-menu')

document.addEventListener('htmx:configRequest', ({ detail }) => {
  detail.headers['X-CSRF-Token'] = csrfToken
})

// A tab nobody looks at asks the device for nothing, once it has something to show.
document.addEventListener('htmx:beforeRequest', (event) => {
  const isPoll = 'X-Portico-Poll' in event.detail.requestConfig.headers
  if (isPoll && document.hidden && !isWaiting(event.target)) event.preventDefault()
})

document.addEventListener('htmx:beforeSwap', (event) => {
  const { xhr, target } = event.detail
  if (xhr.status < 500) return
  const problem = problemIn(xhr.responseText)
  const isShown = problem !== undefined && target.querySelector(`[data-problem="${problem}"]`) !== null
  // Not ours (a proxy's page), or told already: a reader should not hear it every few seconds.
  if (problem === undefined || isShown) event.detail.shouldSwap = false
})

for (const name of ['htmx:sendError', 'htmx:timeout']) {
  document.addEventListener(name, ({ detail }) => showLost(detail.target))
}

function isWaiting(place) {
  return place.querySelector('.fragment-wait') !== null
}

function problemIn(html) {
  return /data-problem="([a-z]+)"/.exec(html)?.[1]
}

/** Says so where it failed, once, and keeps what was there. */
function showLost(place) {
  if (!place?.matches('.fragment') || place.querySelector('.note-error')) return
  place.prepend(document.getElementById('lost').content.cloneNode(true))
}

addEventListener('click', ({ target }) => {
  if (userMenu && !userMenu.contains(target)) userMenu.open = false
})

addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape' || !userMenu?.open) return
  userMenu.open = false
  userMenu.querySelector('summary').focus()
})

// The page that Back brings from memory may be of a session that has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})
