import { byId, initThemeChoice, reloadKeptPages } from './page.ts'
import { onTabs, remember, take, tellTabs } from './tabs.ts'

/** The service answers every login sooner. After this, the visitor has probably pressed Stop. */
const MAX_LOGIN_MS = 20_000
const PROBE_COOKIE = 'portico-probe'

// The login page works without this script.
const form = byId('login', HTMLFormElement)
const username = byId('username', HTMLInputElement)
const password = byId('password', HTMLInputElement)

reloadKeptPages()
watchCapsLock()
const hidePassword = initRevealButton()
initBusyButton()
showEnding(take('ending'))
focusFirstEmpty([username, password])
initThemeChoice()

form.addEventListener('input', () => document.getElementById('error')?.remove())
form.addEventListener('submit', () => {
  hidePassword() // browsers remember the content of text fields
  remember('step', 'log-in')
})
byId('cookies-off', HTMLElement).hidden = keepsCookies()

if (take('step') === 'log-out') tellTabs('logged-out')
onTabs('logged-in', () => {
  remember('step', 'follow')
  location.replace('/')
})

/** Says when Caps Lock is on. The hint stands beside the label, where it does not move the form. */
function watchCapsLock(): void {
  const hint = byId('caps-lock', HTMLElement)

  function update(event: Event): void {
    // Password managers send key events without key data.
    if (!(event instanceof KeyboardEvent || event instanceof PointerEvent)) return
    const text = event.getModifierState('CapsLock') ? (hint.dataset.text ?? '') : ''
    if (hint.textContent !== text) hint.textContent = text
  }

  for (const type of ['keydown', 'keyup', 'pointerdown']) password.addEventListener(type, update)
  password.addEventListener('blur', () => hint.replaceChildren())
}

/** The button that shows the password; returns a function that hides it again. */
function initRevealButton(): () => void {
  const button = byId('reveal', HTMLButtonElement)

  function show(isShown: boolean): void {
    const { show = '', showLabel = '', hide = '', hideLabel = '' } = button.dataset
    password.type = isShown ? 'text' : 'password'
    button.textContent = isShown ? hide : show
    button.ariaLabel = isShown ? hideLabel : showLabel
  }

  button.addEventListener('click', () => {
    show(password.type === 'password')
    password.focus()
  })
  show(false)
  button.hidden = false
  return () => show(false)
}

/** The button says that the login is in progress, and a second click does nothing. */
function initBusyButton(): void {
  const button = byId('submit', HTMLButtonElement)
  const label = button.textContent

  function setBusy(isBusy: boolean): void {
    button.ariaBusy = String(isBusy)
    button.textContent = isBusy ? (button.dataset.busy ?? label) : label
  }

  form.addEventListener('submit', (event) => {
    if (button.ariaBusy === 'true') return event.preventDefault()
    setBusy(true)
    setTimeout(setBusy, MAX_LOGIN_MS, false)
  })
}

/** Replaces the server's notice when this tab knows better why the session ended. */
function showEnding(ending: string | undefined): void {
  const { children } = byId('endings', HTMLTemplateElement).content
  const text = [...children].find((child) => child.id === ending)
  if (!text) return
  document.querySelector('.login [role="status"]')?.remove()
  text.role = 'status'
  form.before(text)
}

/** Focuses the first empty field once the tab is visible. `autofocus` would raise background windows on some desktops. */
function focusFirstEmpty(fields: readonly HTMLInputElement[]): void {
  if (document.visibilityState !== 'visible') {
    document.addEventListener('visibilitychange', () => focusFirstEmpty(fields), { once: true })
    return
  }
  if (document.activeElement === document.body) fields.find((field) => field.value === '')?.focus()
}

/** Whether this browser keeps cookies here. `navigator.cookieEnabled` is true even where the user has blocked them. */
function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store is asynchronous, and missing on plain HTTP
  document.cookie = `${PROBE_COOKIE}=1; Path=/login; SameSite=Strict`
  const isKept = document.cookie.includes(PROBE_COOKIE)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${PROBE_COOKIE}=; Path=/login; SameSite=Strict; Max-Age=0`
  return isKept
}
