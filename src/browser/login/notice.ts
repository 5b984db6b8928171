import { byId } from '../by-id.ts'

/** Says why the visitor is here when this tab knows better than the server, in the place of what the server says. */
export function showNotice(ending: string | undefined): void {
  const { children } = byId('endings', HTMLTemplateElement).content
  const text = [...children].find((child) => child.id === ending)
  if (!text) return
  document.querySelector('.login [role="status"]')?.remove()
  text.role = 'status'
  byId('login', HTMLFormElement).before(text)
}
