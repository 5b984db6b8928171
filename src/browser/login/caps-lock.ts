import { byId } from '../by-id.ts'

/** Says beside the label when Caps Lock is on: there it moves nothing. */
export function watchCapsLock(password: HTMLInputElement): void {
  const hint = byId('caps-lock', HTMLElement)

  function say(event: KeyboardEvent | PointerEvent): void {
    const text = event.getModifierState('CapsLock') ? (hint.dataset.text ?? '') : ''
    if (hint.textContent !== text) hint.textContent = text
  }
  // A password manager fills in by key events that are none.
  const sayIfPressed = (event: Event) => {
    if (event instanceof KeyboardEvent || event instanceof PointerEvent) say(event)
  }

  for (const type of ['keydown', 'keyup', 'pointerdown']) password.addEventListener(type, sayIfPressed)
  password.addEventListener('blur', () => hint.replaceChildren())
}
