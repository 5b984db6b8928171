/**
 * Browsers keep a page that is left, and bring it back as it was: after logout, that would show the device to
 * whoever presses Back. Such a page is blank when it comes back, and asks for itself anew.
 */
export function distrustKeptPages(): void {
  window.addEventListener('pagehide', ({ persisted }) => {
    document.body.hidden = persisted
  })
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
}
