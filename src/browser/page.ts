import { post } from './service.ts'

/** The element that the template provides under this id. */
export function byId<Kind extends Element>(id: string, kind: new () => Kind): Kind {
  const element = document.getElementById(id)
  if (!(element instanceof kind)) throw new TypeError(`This page has no ${kind.name} with the id ${id}.`)
  return element
}

/** Moves the focus to the content when the focused element is gone; otherwise it would jump to the browser's window. */
export function focusContent(): void {
  byId('content', HTMLElement).focus({ preventScroll: true })
}

/**
 * Browsers keep pages and show them again unchanged: after logout, Back would show device data.
 * Such a page is blank when it returns, and reloads.
 */
export function reloadKeptPages(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}

/** A chosen theme shows at once, and what was typed or opened stays. Without script the page reloads. */
export function initThemeChoice(): void {
  for (const button of themeButtons()) {
    button.form?.addEventListener('submit', (event) => {
      if (event.submitter !== button) return
      event.preventDefault()
      showTheme(button.value)
      void post('/preferences', { theme: button.value })
    })
  }
}

function showTheme(theme: string): void {
  document.documentElement.dataset.theme = theme
  document
    .querySelector('meta[name="color-scheme"]')
    ?.setAttribute('content', theme === 'auto' ? 'light dark' : theme)
  for (const button of themeButtons()) button.ariaCurrent = button.value === theme ? 'true' : null
}

const themeButtons = () => document.querySelectorAll<HTMLButtonElement>('button[name="theme"]')
