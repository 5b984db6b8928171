/** What htmx tells about a request of its own, as far as we ask. */
export interface HtmxRequest {
  readonly headers: Record<string, string>
  /** What the element listened for; none when a timer asked. */
  readonly triggeringEvent?: Event
}

/** The events of htmx that we listen to, and what each says. */
interface HtmxEvents {
  'htmx:configRequest': HtmxRequest
  'htmx:beforeRequest': { readonly requestConfig: HtmxRequest; readonly target: Element }
  'htmx:beforeSwap': { readonly xhr: XMLHttpRequest; readonly target: Element; shouldSwap: boolean }
  'htmx:afterSwap': { readonly target: Element }
  'htmx:afterRequest': { readonly xhr: XMLHttpRequest; readonly target: Element }
  'htmx:sendError': { readonly target: Element }
  'htmx:timeout': { readonly target: Element }
  'htmx:responseError': { readonly target: Element }
  'htmx:load': { readonly elt: Element }
}

/** Calls back on an event of htmx, with what it says and the event, to stop it. */
export function onHtmx<Name extends keyof HtmxEvents>(
  name: Name,
  listener: (detail: HtmxEvents[Name], event: Event) => void,
): void {
  document.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) listener(event.detail, event)
  })
}
