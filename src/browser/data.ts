import { onHtmx } from './htmx.ts'

/** What script adds to the data pages: copy buttons, and sections that stay open when the page refreshes. */
export function initData(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy], [data-copy-from]')) {
    // Browsers give pages over plain HTTP no clipboard: users select the field and copy it by hand.
    if (!navigator.clipboard) continue
    button.hidden = false
    button.addEventListener('click', () => void copyFor(button))
  }
  for (const field of document.querySelectorAll<HTMLInputElement>('.copy-row input')) {
    field.addEventListener('focus', () => field.select())
  }
  keepOpen()
}

async function copyFor(button: HTMLButtonElement): Promise<void> {
  const { copy, copyFrom } = button.dataset
  const done = button.closest<HTMLElement>('[data-done]')?.dataset.done ?? ''
  const label = button.textContent
  try {
    await navigator.clipboard.writeText(copyFrom === undefined ? textIn(copy) : await textAt(copyFrom))
  } catch {
    return // the field and the download are still there
  }
  button.textContent = done
  setTimeout(() => {
    button.textContent = label
  }, 2_000)
}

function textIn(id = ''): string {
  const field = document.getElementById(id)
  return field instanceof HTMLInputElement ? field.value : ''
}

async function textAt(href: string): Promise<string> {
  const answer = await fetch(href)
  if (!answer.ok) throw new Error('the device did not answer')
  return await answer.text()
}

/** Keeps sections open, and the focus on its link, when new content is swapped in. */
function keepOpen(): void {
  let open: ReadonlySet<string> = new Set()
  let focused: string | undefined
  const detailsIn = (target: Element) => target.querySelectorAll<HTMLDetailsElement>('details[data-keep]')
  const nameOf = (details: HTMLDetailsElement) => details.getAttribute('data-keep') ?? ''
  onHtmx('htmx:beforeSwap', ({ target }) => {
    const all = [...detailsIn(target)]
    open = new Set(all.filter((each) => each.open).map(nameOf))
    const { activeElement } = document
    const link = activeElement && target.contains(activeElement) ? activeElement.getAttribute('href') : null
    focused = link ?? undefined
  })
  onHtmx('htmx:afterSwap', ({ target }) => {
    for (const details of detailsIn(target)) {
      if (open.has(nameOf(details))) details.open = true
    }
    if (focused === undefined) return
    target.querySelector<HTMLElement>(`a[href="${CSS.escape(focused)}"]`)?.focus({ preventScroll: true })
  })
}
