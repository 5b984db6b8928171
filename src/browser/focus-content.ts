import { byId } from './by-id.ts'

/** What had the focus is gone: the keyboard and a screen reader go on with the page, not with the browser's window. */
export function focusContent(): void {
  byId('content', HTMLElement).focus({ preventScroll: true })
}
