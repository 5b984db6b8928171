/**
 * Our files inside the executable, base64 by name; undefined in a checkout, where they lie on disk.
 * `npm run build` puts its own module in the place of this one.
 */
export const embedded: Readonly<Record<string, string>> | undefined = undefined
