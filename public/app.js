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
  const problem = problemIn(xhr.responseText)
  if (problem !== undefined) event.detail.shouldSwap = hasRoomFor(problem, target)
  else if (xhr.status >= 500) {
    event.detail.shouldSwap = false // a proxy's page, not ours
    showLost(target)
  }
})

for (const failure of ['htmx:sendError', 'htmx:timeout', 'htmx:responseError']) {
  document.addEventListener(failure, ({ detail }) => showLost(detail.target))
}

// The page that Back brings from memory may be of a session that has ended.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

addEventListener('click', ({ target }) => {
  if (!userMenu.contains(target)) userMenu.open = false
})

userMenu.addEventListener('focusout', ({ relatedTarget }) => {
  if (relatedTarget && !userMenu.contains(relatedTarget)) userMenu.open = false
})

userMenu.addEventListener('keydown', ({ key }) => {
  if (key !== 'Escape') return
  userMenu.open = false
  userMenu.querySelector('summary').focus()
})

function isWaiting(place) {
  return place.querySelector('.fragment-wait') !== null
}

function problemIn(html) {
  return /data-problem="([a-z]+)"/.exec(html)?.[1]
}

// Not in the top bar; and not where it stands already: a screen reader would say it at every refresh.
function hasRoomFor(problem, place) {
  return !place.matches('.brand-name') && place.querySelector(`[data-problem="${problem}"]`) === null
}

// Says so where it failed, once, and keeps what was there.
function showLost(place) {
  if (!place.matches('.fragment') || place.querySelector('.note')) return
  place.prepend(document.getElementById('lost').content.cloneNode(true))
}
