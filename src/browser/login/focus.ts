/**
 * Puts the cursor where there is something to type, as soon as someone looks. Not by `autofocus`: under some window
 * managers that raises a window in the background.
 */
export function focusFirstEmpty(fields: readonly HTMLInputElement[]): void {
  if (document.visibilityState !== 'visible') {
    document.addEventListener('visibilitychange', () => focusFirstEmpty(fields), { once: true })
    return
  }
  if (document.activeElement === document.body) fields.find((field) => field.value === '')?.focus()
}
