// The login page works without this; with it, it is kinder.
const form = document.getElementById('login')
const username = document.getElementById('username')
const password = document.getElementById('password')
const submit = document.getElementById('submit')
const reveal = document.getElementById('reveal')
const capsLock = document.getElementById('caps-lock')
const label = submit.textContent
const LONGEST_LOGIN_MS = 20_000

reveal.addEventListener('click', () => {
  showPassword(password.type === 'password')
  password.focus()
})

form.addEventListener('submit', (event) => {
  if (submit.ariaBusy === 'true') return event.preventDefault()
  showPassword(false) // browsers remember what a text field held
  setBusy(true)
  setTimeout(setBusy, LONGEST_LOGIN_MS, false) // the visitor may have pressed Stop
})

// Back brings this page as it was left: busy, and with the password in it.
addEventListener('pageshow', ({ persisted }) => {
  setBusy(false)
  if (persisted) password.value = ''
})

form.addEventListener('input', () => document.getElementById('error')?.remove())

for (const type of ['keydown', 'keyup', 'pointerdown']) password.addEventListener(type, showCapsLock)
password.addEventListener('blur', () => capsLock.replaceChildren())

document.getElementById('cookies-off').hidden = navigator.cookieEnabled
reveal.hidden = false
showPassword(false)
focusFirstEmpty()

// Not `autofocus`: under some window managers that raises a window in the background.
function focusFirstEmpty() {
  if (document.visibilityState !== 'visible') return
  const first = [username, password].find((field) => field.value === '') ?? password
  first.focus()
}

function showPassword(isShown) {
  const { show, showLabel, hide, hideLabel } = reveal.dataset
  password.type = isShown ? 'text' : 'password'
  reveal.textContent = isShown ? hide : show
  reveal.ariaLabel = isShown ? hideLabel : showLabel
}

function setBusy(isBusy) {
  submit.ariaBusy = String(isBusy)
  submit.textContent = isBusy ? submit.dataset.busy : label
}

function showCapsLock(event) {
  const isOn = event.getModifierState?.('CapsLock') ?? false
  const text = isOn ? capsLock.dataset.text : ''
  if (capsLock.textContent !== text) capsLock.textContent = text
}
