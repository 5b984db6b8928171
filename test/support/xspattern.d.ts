/** The package has types, but its exports do not lead to them. */
declare module 'xspattern' {
  export function compile(pattern: string): (text: string) => boolean
}
