/** One hostile request, and what must come of it. */
export interface Row {
  /** The acceptance ids it stands for, such as `F1` or `X2 X7`. */
  readonly ids: string
  /** What it tries. */
  readonly tries: string
  /**
   * The bytes, one character each. `{host}` and `{port}` are ours; `{session}` and `{csrf}` are those of a visitor who
   * is logged in, `{other}` is another visitor's request-forgery token, `{page}` the one on the login page.
   */
  readonly send: string
  /** The status of the answer, or the statuses it may have; 0 for a connection that closes without one. */
  readonly answer: number | readonly number[]
  /** What the answer says, head or body. */
  readonly says?: string | RegExp
  /** What it must not say, besides what none may. */
  readonly never?: string | RegExp
  /** How many calls the device sees; none unless told. */
  readonly deviceCalls?: number
  /** The user name and password that the device is shown. */
  readonly deviceIsShown?: string
  /** The event that the log tells it by. */
  readonly log?: string
  /** What becomes of the session that it was sent with: it lives unless told. */
  readonly session?: 'ends'
}

/** Headers of an ordinary request, to which others may be added; the connection ends with the answer. */
function head(method: string, path: string, headers: readonly string[]): string {
  const lines = [`${method} ${path} HTTP/1.1`, 'Host: {host}', 'Connection: close', ...headers]
  return `${lines.join('\r\n')}\r\n`
}

export const ask = (method: string, path: string, ...headers: string[]) =>
  `${head(method, path, headers)}\r\n`

export const get = (path: string, ...headers: string[]) => ask('GET', path, ...headers)

/** A form as a browser posts it. The length is put in when the placeholders are filled. */
export function post(path: string, form: string, ...headers: string[]): string {
  const type = 'Content-Type: application/x-www-form-urlencoded'
  return `${head('POST', path, [type, 'Content-Length: {length}', ...headers])}\r\n${form}`
}

/** A login with the right password, so that only what is hostile about it can keep it out. */
export const logIn = (...headers: string[]) => post('/login', 'username=admin&password=admin', ...headers)

export const withSession = 'Cookie: session={session}; csrf={csrf}'

export function fill(send: string, values: Readonly<Record<string, string>>): string {
  const filled = send.replace(/\{(host|port|session|csrf|other|page)\}/g, (_, name) => values[name] ?? '')
  const body = filled.slice(filled.indexOf('\r\n\r\n') + 4)
  return filled.replace('{length}', String(body.length))
}
