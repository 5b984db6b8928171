/** The part of an htmx request that we use. */
export interface HtmxRequest {
  readonly headers: Record<string, string>
  readonly target: Element
  /** The event that caused the request; undefined for a timer. */
  readonly triggeringEvent?: Event
}

/** The htmx events that we listen to, and their details. */
interface HtmxEvents {
  'htmx:configRequest': HtmxRequest
  'htmx:beforeRequest': { readonly requestConfig: HtmxRequest; readonly target: Element }
  'htmx:beforeSwap': { readonly xhr: XMLHttpRequest; readonly target: Element; shouldSwap: boolean }
  'htmx:afterSwap': { readonly xhr: XMLHttpRequest; readonly target: Element }
  'htmx:afterRequest': { readonly xhr: XMLHttpRequest; readonly target: Element }
  'htmx:sendError': { readonly target: Element }
  'htmx:timeout': { readonly target: Element }
  'htmx:responseError': { readonly target: Element }
}

/** Listens to an htmx event; the listener gets its detail, and the event to prevent it. */
export function onHtmx<Name extends keyof HtmxEvents>(
  name: Name,
  listener: (detail: HtmxEvents[Name], event: Event) => void,
): void {
  document.addEventListener(name, (event) => {
    if (event instanceof CustomEvent) listener(event.detail, event)
  })
}
