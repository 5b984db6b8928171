/** The user menu closes as people expect of a menu: on Escape, on a click elsewhere, when the focus moves on. */
export function tendUserMenu(): void {
  const menu = document.querySelector<HTMLDetailsElement>('.user-menu')
  if (!menu) return
  const isOutside = (target: EventTarget | null) => target instanceof Node && !menu.contains(target)

  addEventListener('click', ({ target }) => {
    if (isOutside(target)) menu.open = false
  })
  menu.addEventListener('focusout', ({ relatedTarget }) => {
    if (isOutside(relatedTarget)) menu.open = false
  })
  menu.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    menu.open = false
    menu.querySelector('summary')?.focus()
  })
}
