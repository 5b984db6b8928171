const PROBE = 'portico-probe'

/** Whether this browser keeps cookies here. `navigator.cookieEnabled` says yes also where a person has blocked them. */
export function keepsCookies(): boolean {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store answers later, and not on plain HTTP
  document.cookie = `${PROBE}=1; Path=/login; SameSite=Strict`
  const isKept = document.cookie.includes(PROBE)
  // biome-ignore lint/suspicious/noDocumentCookie: as above
  document.cookie = `${PROBE}=; Path=/login; SameSite=Strict; Max-Age=0`
  return isKept
}
