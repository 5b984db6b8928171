import { post } from './service.ts'

/** A theme that is chosen shows at once, and what was typed or opened meanwhile stays. Without script the page comes anew. */
export function tendThemeChoice(): void {
  for (const button of buttons()) {
    button.form?.addEventListener('submit', (event) => {
      if (event.submitter !== button) return
      event.preventDefault()
      choose(button.value)
      void post('/preferences', { theme: button.value })
    })
  }
}

function choose(theme: string): void {
  document.documentElement.dataset.theme = theme
  document
    .querySelector('meta[name="color-scheme"]')
    ?.setAttribute('content', theme === 'auto' ? 'light dark' : theme)
  for (const button of buttons()) button.ariaCurrent = button.value === theme ? 'true' : null
}

const buttons = () => document.querySelectorAll<HTMLButtonElement>('button[name="theme"]')
