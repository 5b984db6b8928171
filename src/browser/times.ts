/** Shows times in the reader's time zone, and the device's own time beside them where it differs. */
export function showLocalTimes(within: Element): void {
  for (const time of within.querySelectorAll<HTMLTimeElement>('time:not([data-shown])')) {
    time.dataset.shown = ''
    const moment = new Date(time.dateTime)
    if (offsetIn(time.dateTime) === -moment.getTimezoneOffset() || Number.isNaN(moment.getTime())) continue
    const beside = time.dataset.beside
    time.textContent = (beside === undefined ? toTheMinute : toTheSecond).format(moment)
    if (beside !== undefined) time.append(' ', small(beside))
  }
}

/** English with British dates and times, as on the server. */
const locale = document.documentElement.lang.replace(/^en$/, 'en-GB')
const toTheMinute = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
const toTheSecond = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'medium' })

/** Minutes east of Greenwich, as the text itself says. */
function offsetIn(iso: string): number {
  const [, sign, hours, minutes] = /([+-])(\d\d):(\d\d)$/.exec(iso) ?? []
  const offset = Number(hours ?? 0) * 60 + Number(minutes ?? 0)
  return sign === '-' ? -offset : offset
}

function small(text: string): HTMLElement {
  const element = document.createElement('span')
  element.className = 'cell-more'
  element.textContent = text
  return element
}
