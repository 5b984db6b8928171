/** The token that shows a change to be asked for by one of our own pages. */
export function csrfToken(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csrf-token"]')?.content ?? ''
}

/** Asks the service as a script: without a session it answers 401, not with the login page. */
export function ask(path: string, request: RequestInit = {}): Promise<Response> {
  return fetch(path, {
    ...request,
    headers: { Accept: 'application/json', 'X-CSRF-Token': csrfToken() },
    redirect: 'manual',
  })
}

export function post(path: string, fields: Readonly<Record<string, string>>): Promise<Response> {
  return ask(path, { method: 'POST', body: new URLSearchParams(fields) })
}
