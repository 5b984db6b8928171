import { byId } from './by-id.ts'
import { distrustKeptPages } from './kept-pages.ts'
import { showBusy } from './login/busy.ts'
import { watchCapsLock } from './login/caps-lock.ts'
import { keepsCookies } from './login/cookies.ts'
import { focusFirstEmpty } from './login/focus.ts'
import { showNotice } from './login/notice.ts'
import { offerToReveal } from './login/reveal.ts'
import { remember, take } from './tab-memory.ts'
import { onTabs, tellTabs } from './tabs.ts'
import { tendThemeChoice } from './theme-choice.ts'

// The login page works without this; with it, it is kinder.
const form = byId('login', HTMLFormElement)
const username = byId('username', HTMLInputElement)
const password = byId('password', HTMLInputElement)

distrustKeptPages()
watchCapsLock(password)
const hidePassword = offerToReveal(password)
showBusy(form)
showNotice(take('ending'))
focusFirstEmpty([username, password])
tendThemeChoice()

form.addEventListener('input', () => document.getElementById('error')?.remove())
form.addEventListener('submit', () => {
  hidePassword() // browsers remember what a text field held
  remember('step', 'log-in')
})
byId('cookies-off', HTMLElement).hidden = keepsCookies()

if (take('step') === 'log-out') tellTabs('logged-out')
onTabs('logged-in', () => {
  remember('step', 'follow')
  location.replace('/')
})
