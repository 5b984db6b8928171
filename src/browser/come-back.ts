import { byId } from './by-id.ts'
import { focusContent } from './focus-content.ts'
import { forget, remember, take } from './tab-memory.ts'

/** After signing in again, offers the page this tab was on. The address is kept in the tab alone, and for the same user. */
export function offerToComeBack(hasJustLoggedIn: boolean): void {
  const before = new URLSearchParams(take('page'))
  const path = before.get('path') ?? '/'
  if (hasJustLoggedIn && before.get('username') === username() && isElsewhere(path)) {
    showOffer(path, before.get('title') ?? path)
  }
  rememberPage(location.pathname, document.querySelector('h1')?.textContent ?? '')

  addEventListener('click', ({ target }) => {
    const link = target instanceof Element ? target.closest('a') : null
    // Whoever asks for a page and meets the login page instead wants the page they asked for.
    if (link?.origin === location.origin && link.target === '') rememberPage(link.pathname, link.innerText)
  })
  addEventListener('submit', ({ target }) => {
    if (target instanceof HTMLFormElement && target.action.endsWith('/logout')) forget('page')
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

/** Only a page of ours, and not the one that is there already. */
const isElsewhere = (path: string) => /^(\/[a-z0-9-]+)+$/.test(path) && path !== location.pathname

const username = () => document.querySelector('.user-who strong')?.textContent ?? ''
