import { byId } from './by-id.ts'
import { distrustKeptPages } from './kept-pages.ts'
import { showBusy } from './login/busy.ts'
import { watchCapsLock } from './login/caps-lock.ts'
import { focusFirstEmpty } from './login/focus.ts'
import { offerToReveal } from './login/reveal.ts'

// The login page works without this; with it, it is kinder.
const form = byId('login', HTMLFormElement)
const username = byId('username', HTMLInputElement)
const password = byId('password', HTMLInputElement)

distrustKeptPages()
watchCapsLock(password)
const hidePassword = offerToReveal(password)
showBusy(form)
focusFirstEmpty([username, password])

// Browsers remember what a text field held.
form.addEventListener('submit', hidePassword)
form.addEventListener('input', () => document.getElementById('error')?.remove())
byId('cookies-off', HTMLElement).hidden = navigator.cookieEnabled
