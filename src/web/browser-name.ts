/** Browsers claim to be one another: the first of these that is named is the one it is. */
const browsers: readonly (readonly [string, RegExp])[] = [
  ['Edge', /\bEdgA?\//],
  ['Opera', /\bOPR\//],
  ['Firefox', /\b(Firefox|FxiOS)\//],
  ['Chrome', /(Chrome|CriOS|Chromium)\//],
  ['Safari', /\bSafari\//],
  ['curl', /^curl\//],
]
const systems: readonly (readonly [string, RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iOS', /\b(iPhone|iPad)\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** A User-Agent as its owner would say it: `Firefox, Linux`. Empty when nothing is known of it. */
export function browserName(userAgent: string): string {
  const named = (list: readonly (readonly [string, RegExp])[]) =>
    list.filter(([, pattern]) => pattern.test(userAgent)).slice(0, 1)
  return [...named(browsers), ...named(systems)].map(([name]) => name).join(', ')
}
