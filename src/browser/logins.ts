import { byId, focusContent } from './page.ts'
import { forget, onTabs, remember, take, tellTabs } from './tabs.ts'

/** Keeps all tabs logged in or logged out together, and offers the way back to the page before the login. */
export function followLogins(): void {
  const step = take('step')
  forget('ending')
  if (step === 'log-in') tellTabs('logged-in')

  addEventListener('submit', ({ target }) => {
    if (!(target instanceof HTMLFormElement) || !target.action.endsWith('/logout')) return
    remember('step', 'log-out')
    forget('page')
  })
  onTabs('logged-out', () => {
    remember('ending', 'logged-out')
    forget('page')
    location.replace('/login')
  })
  // Another user may have logged in, and this page has the token of a session that is over.
  onTabs('logged-in', () => location.reload())
  offerToComeBack(step === 'log-in' || step === 'follow')
}

/** The address stays in this tab, and is offered to the same user only. */
function offerToComeBack(hasJustLoggedIn: boolean): void {
  const before = new URLSearchParams(take('page'))
  const path = before.get('path') ?? '/'
  if (hasJustLoggedIn && before.get('username') === username() && isElsewhere(path) && !isOffered(path)) {
    showOffer(path, before.get('title') ?? path)
  }
  rememberPage(location.pathname, document.querySelector('h1')?.textContent ?? '')

  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // When the session is over, the link leads to the login page: the page to come back to is the requested one.
    if (link?.origin === location.origin && link.target === '') rememberPage(link.pathname, link.innerText)
  })
}

function rememberPage(path: string, title: string): void {
  remember('page', new URLSearchParams({ path, title: title.trim(), username: username() }).toString())
}

function showOffer(path: string, title: string): void {
  const offer = byId('come-back', HTMLTemplateElement).content.cloneNode(true)
  byId('asides', HTMLElement).append(offer)
  const link = byId('come-back-link', HTMLAnchorElement)
  link.href = path
  link.textContent = title
  const dismiss = byId('come-back-dismiss', HTMLButtonElement)
  dismiss.addEventListener('click', () => {
    dismiss.closest('.aside')?.remove()
    focusContent()
  })
}

/** Only a page of ours, and not the current one. */
const isElsewhere = (path: string) => /^(\/[\w.~:,=@+-]+)+$/.test(path) && path !== location.pathname

/** The page itself offers what was asked for before the login. */
const isOffered = (path: string) => document.querySelector<HTMLAnchorElement>('#wanted a')?.pathname === path

const username = () => document.querySelector('.user-who strong')?.textContent ?? ''
